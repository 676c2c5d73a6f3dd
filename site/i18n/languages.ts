import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { LANGUAGES, type Language } from "#contract/languages";

export { LANGUAGES, type Language };

/** The cookie that stores a visitor's choice. */
export const LANGUAGE_COOKIE = "language";
const CHOSEN = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`);

/** The language that a request's cookie names, if any. */
export const chosenIn = (headers: Headers): string | undefined => CHOSEN.exec(headers.get("cookie") ?? "")?.[1];

/** Whether a request names no language, as that of a program which previews a link. */
export const namesNoLanguage = (headers: Headers): boolean =>
  !headers.has("accept-language") && chosenIn(headers) === undefined;

export const isLanguage = (name: unknown): name is Language => LANGUAGES.includes(name as Language);

/** The language of a text that people wrote, where it breaks lines otherwise than the page around it: between words. */
export function ownLanguage(text: string | null): "ko" | "ja" | undefined {
  if (/\p{Script=Hangul}/u.test(text ?? "")) return "ko";
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text ?? "") ? "ja" : undefined;
}

/** The visitor's language: the chosen one, or the best match for the browser's preferences. */
export function negotiatedLanguage(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  return isLanguage(chosen) ? chosen : guessedLanguage(acceptLanguage);
}

/** Browsers send only a handful of values, and every request needs its language. */
const guessed = new LRUCache<string, Language>({ max: 500 });

/** The best match for an `Accept-Language` header. */
export function guessedLanguage(acceptLanguage: string | undefined): Language {
  const key = acceptLanguage ?? "*";
  const known = guessed.get(key) ?? bestMatch(acceptLanguage);
  guessed.set(key, known);
  return known;
}

function bestMatch(acceptLanguage: string | undefined): Language {
  // A wildcard matches anything and gets the first language; the library treats a missing header as a wildcard.
  const best = new Negotiator({ headers: { "accept-language": acceptLanguage } }).language([...LANGUAGES]);
  return isLanguage(best) ? best : LANGUAGES[0];
}
