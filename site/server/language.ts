import { preferenceIn } from "../../shared/http/request.ts";
import { siteUrl } from "../addresses.ts";
import {
  chosenIn,
  guessedLanguage,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
  negotiatedLanguage,
} from "../i18n/languages.ts";
import { ownPath, splitLanguage, withLanguage } from "../i18n/prefix.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Where a language choice redirects to, and the cookie that stores it. */
export type Choice = { location: string; cookie: string };

/** Returns the language that the visitor just chose on a page, or null. */
export function choiceOfLanguage(address: string, headers: Headers): Choice | null {
  const accepted = preferenceIn(headers, "accept-language");
  return chosenLanguage(address, accepted, siteUrl().startsWith("https:"));
}

/**
 * Returns the choice in an address with `language=ko`, or null. Redirects to the address without the parameter, with a
 * language prefix if the browser would get another language: the choice works even if cookies are rejected.
 */
export function chosenLanguage(address: string, acceptLanguage: string | undefined, isSecure: boolean): Choice | null {
  if (!address.includes("?")) return null;
  const url = URL.parse(splitLanguage(address).address, "http://ours");
  const chosen = url?.searchParams.get("language");
  if (!url || !isLanguage(chosen)) return null;
  url.searchParams.delete("language");
  const prefix: Language | null = guessedLanguage(acceptLanguage) === chosen ? null : chosen;
  const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${isSecure ? "; Secure" : ""}`;
  return {
    location: withLanguage(prefix, ownPath(url.pathname) + url.search),
    cookie: `${LANGUAGE_COOKIE}=${chosen}; ${attributes}`,
  };
}

/** Returns the language for an address without a prefix: from the cookie, or else from `Accept-Language`. */
export function languageOf(headers: Headers): Language {
  return negotiatedLanguage(chosenIn(headers), preferenceIn(headers, "accept-language"));
}
