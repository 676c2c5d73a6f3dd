import type { Language } from "#contract/languages";
import { en } from "../../../languages/en/mails.ts";
import { ja } from "../../../languages/ja/mails.ts";
import { ko } from "../../../languages/ko/mails.ts";
import type { MailWords } from "../../../languages/mail-words.ts";

export const wordsIn: Record<Language, MailWords> = { en, ko, ja };
