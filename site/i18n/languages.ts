import Negotiator from "negotiator";
import { LANGUAGES, type Language } from "#contract/languages";

export { LANGUAGES, type Language };

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", ko: "한국어" };

/** The cookie that keeps a visitor's choice. */
export const LANGUAGE_COOKIE = "language";

export const isLanguage = (name: unknown): name is Language => LANGUAGES.includes(name as Language);

/** What a visitor wants to read: what they chose once, or else what their browser asks for. */
export function wantedLanguage(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  return isLanguage(chosen) ? chosen : guessedLanguage(acceptLanguage);
}

/** The best of our languages for an `Accept-Language` header. */
export function guessedLanguage(acceptLanguage: string | undefined): Language {
  // A wildcard wants anything, so it gets the first; without the header the library reads one too.
  const wanted = new Negotiator({ headers: { "accept-language": acceptLanguage } }).language([...LANGUAGES]);
  return isLanguage(wanted) ? wanted : LANGUAGES[0];
}
