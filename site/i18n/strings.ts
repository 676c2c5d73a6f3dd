import { en, type Strings } from "../../languages/en/strings.ts";
import { es } from "../../languages/es/strings.ts";
import { ja } from "../../languages/ja/strings.ts";
import { ko } from "../../languages/ko/strings.ts";
import type { Language } from "./languages.ts";

export type { Strings };

/** All UI strings, by language. */
export const stringsIn: Record<Language, Strings> = { en, ko, ja, es };
