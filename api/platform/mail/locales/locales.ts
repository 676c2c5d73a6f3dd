import type { Language } from "#contract/languages";
import { en } from "./en.ts";
import { ko } from "./ko.ts";
import type { Words } from "./types.ts";

/** The texts of mails, by language. */
export const wordsIn: Record<Language, Words> = { en, ko };
