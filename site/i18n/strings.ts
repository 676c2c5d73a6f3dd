import type { Language } from "./languages.ts";
import { en, type Strings } from "./locales/en.ts";
import { ko } from "./locales/ko.ts";

export type { Strings };

/** All UI strings, by language. */
export const stringsIn: Record<Language, Strings> = { en, ko };
