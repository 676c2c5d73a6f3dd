import { withoutTrailing } from "../../shared/http/without-trailing.ts";
import { splitLanguage } from "../i18n/prefix.ts";
import { ownPath } from "../own-path.ts";

/**
 * Returns the one address of a page for another spelling of it, or null if it is that one: without a trailing slash, which
 * only `/` and the guides' index have, and with one slash after a language.
 */
export function canonicalAddress(address: string): string | null {
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
