import { isLanguage, type Language } from "./languages.ts";

/** An address split into its language prefix (`/ko/create`), or null, and the rest. */
export type SplitAddress = { language: Language | null; address: string };

export function splitLanguage(address: string): SplitAddress {
  const [, first, rest] = /^\/([a-z]{2})(?=[/?]|$)(.*)$/s.exec(address) ?? [];
  if (!isLanguage(first)) return { language: null, address };
  const own = rest ?? "";
  // `/ko//evil.example` must not become an address on another host.
  return { language: first, address: `/${own.replace(/^\/+/, "")}` };
}

/** An address split at its query, which begins with `?` or is empty. */
export function splitQuery(address: string): { pathname: string; search: string } {
  const at = address.indexOf("?");
  return at < 0 ? { pathname: address, search: "" } : { pathname: address.slice(0, at), search: address.slice(at) };
}

/** Whether an address, without a language, belongs to the guides, which are the same for all readers of a language. */
export const isGuide = (address: string) => /^\/guides(\/|$|\?)/.test(address);

/** Adds the language prefix to an address of this site, if the current page's URL has one. */
export function withLanguage(prefix: Language | null, address: string): string {
  const isOurs = address.startsWith("/") && !address.startsWith("//");
  if (prefix === null || !isOurs || splitLanguage(address).language !== null) return address;
  // Files have no language.
  if (/^\/(_astro|v1|docs|openapi\.json|llms\.txt|share-picture|story-card|calendar)(\/|$|\?)/.test(address))
    return address;
  return `/${prefix}${address === "/" ? "" : address.replace(/^\/(?=[?#])/, "")}`;
}

/** Collapses leading slashes to one: `//evil.example/` would lead to another website. */
export const ownPath = (path: string): string => path.replace(/^\/{2,}/, "/");
