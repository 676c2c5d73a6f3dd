import { ownPath } from "../own-path.ts";
import { guessedLanguage, isLanguage, LANGUAGE_COOKIE, type Language } from "./languages.ts";
import { splitLanguage, withLanguage } from "./prefix.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Where a choice of language leads, and the cookie that keeps it. */
export type Choice = { location: string; cookie: string };

/**
 * The choice that an address carries as `language=ko`, or null. It leads to the address without it, under the
 * language's prefix where the browser would get another: so the choice holds where cookies are refused, too.
 */
export function chosenLanguage(address: string, acceptLanguage: string | undefined, isSecure: boolean): Choice | null {
  if (!address.includes("?")) return null;
  const url = URL.parse(splitLanguage(address).address, "http://ours");
  const wanted = url?.searchParams.get("language");
  if (!url || !isLanguage(wanted)) return null;
  url.searchParams.delete("language");
  const prefix: Language | null = guessedLanguage(acceptLanguage) === wanted ? null : wanted;
  const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${isSecure ? "; Secure" : ""}`;
  return {
    location: withLanguage(prefix, ownPath(url.pathname) + url.search),
    cookie: `${LANGUAGE_COOKIE}=${wanted}; ${attributes}`,
  };
}
