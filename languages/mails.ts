import type { Language } from "#contract/languages";
import { en } from "./en/mails.ts";
import { es } from "./es/mails.ts";
import { ja } from "./ja/mails.ts";
import { ko } from "./ko/mails.ts";
import type { MailWords } from "./mail-words.ts";

/** What mails and notifications say. */
export const mailsIn: Record<Language, MailWords> = { en, ko, ja, es };
