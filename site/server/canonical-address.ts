import { ownPath, splitLanguage, splitQuery } from "../i18n/prefix.ts";

/**
 * Returns the one address of a page for another spelling of it, or null if it is that one: without a trailing slash, which
 * only `/` and the guides' index have, and with one slash after a language.
 */
export function canonicalAddress(address: string): string | null {
  const { pathname, search } = splitQuery(address);
  const { language, address: own } = splitLanguage(pathname);
  if (language && pathname.startsWith(`/${language}//`)) return `/${language}${own}${search}`;
  if (own === "/guides") return `${pathname}/${search}`;
  if (!pathname.endsWith("/") || pathname === "/" || own === "/guides/") return null;
  return (ownPath(withoutTrailingSlashes(pathname)) || "/") + search;
}

/** A loop: `/\/+$/` takes quadratic time on slashes that are not at the end. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
