import { isLanguage, type Language } from "./languages.ts";

/** An address split into the language it asks for by its first part (`/ko/create`), and the page's own address. */
export type SplitAddress = { language: Language | null; address: string };

export function splitLanguage(address: string): SplitAddress {
  const [, first, rest] = /^\/([a-z]{2})(?=[/?]|$)(.*)$/s.exec(address) ?? [];
  if (!isLanguage(first)) return { language: null, address };
  const own = rest ?? "";
  // `/ko//evil.example` must not become an address on another host.
  return { language: first, address: `/${own.replace(/^\/+/, "")}` };
}

/** Whether an address leads to the guides, which are the same for everybody: one language, and nobody signed in. */
export const isGuide = (address: string) => /^\/guides(\/|$|\?)/.test(address);

/** An address of ours as it is linked on a page whose own address named its language, or did not. */
export function withLanguage(prefix: Language | null, address: string): string {
  const isOurs = address.startsWith("/") && !address.startsWith("//");
  if (prefix === null || !isOurs || splitLanguage(address).language !== null) return address;
  // A file has no language.
  if (isGuide(address) || /^\/(_astro|v1|openapi\.json|share-picture|calendar)(\/|$|\?)/.test(address)) return address;
  return `/${prefix}${address === "/" ? "" : address.replace(/^\/(?=[?#])/, "")}`;
}
