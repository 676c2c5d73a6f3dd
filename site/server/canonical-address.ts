import { withoutTrailing } from "../../shared/http/without-trailing.ts";
import { splitLanguage } from "../i18n/prefix.ts";
import { ownPath } from "../own-path.ts";

/**
 * Returns the address without a trailing slash, or null if it is canonical: `/` and the guides' index keep theirs. Of several
 * slashes after a language, one is left.
 */
export function withoutTrailingSlash(address: string): string | null {
  const [path = "/", query] = splitQuery(address);
  const { language, address: own } = splitLanguage(path);
  if (language && path.startsWith(`/${language}//`)) return `/${language}${own}${query}`;
  if (own === "/guides") return `${path}/${query}`;
  if (!path.endsWith("/") || path === "/" || own === "/guides/") return null;
  const tidied = ownPath(withoutTrailing(path, "/")) || "/";
  return tidied + query;
}

function splitQuery(address: string): [string, string] {
  const at = address.indexOf("?");
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
}
