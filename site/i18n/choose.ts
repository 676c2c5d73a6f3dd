import { guessedLanguage, isLanguage, LANGUAGE_COOKIE, type Language } from "./languages.ts";
import { ownPath, splitLanguage, withLanguage } from "./prefix.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Where a language choice redirects to, and the cookie that stores it. */
export type Choice = { location: string; cookie: string };

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
