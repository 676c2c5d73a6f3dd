import type { Language } from "../languages/languages.ts";
import { en, type Strings } from "./en.ts";
import { ko } from "./ko.ts";

export type { Strings };

/** Every sentence shown to people, by language. */
export const stringsIn: Record<Language, Strings> = { en, ko };
