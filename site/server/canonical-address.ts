import { ownPath, splitLanguage } from "../i18n/prefix.ts";

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

/** Removes those characters from the end. A loop: `/\/+$/` takes quadratic time on a run that is not at the end. */
function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
