import { isGuide, splitLanguage } from "../i18n/prefix.ts";

/** Paths of the API, proxied to it. */
export const FOR_THE_API = /^\/(v1|auth|owner|docs|openapi\.json)(\/|\?|$)/;

export type Kind = "api" | "guide" | "file" | "form" | "page";

/** The kind of request, one of five; never the address, which may contain a share code. */
export function kindOf(method: string, url: string): Kind {
  if (FOR_THE_API.test(url)) return "api";
  const { address } = splitLanguage(url);
  const [path = "/"] = address.split("?");
  if (isGuide(path)) return "guide";
  if (/^\/(_astro|\.well-known)\/|\.[a-z0-9]+$/i.test(path)) return "file";
  return method === "POST" ? "form" : "page";
}
