import type { IncomingMessage } from "node:http";
import { siteUrl } from "../addresses.ts";
import { type Choice, chosenLanguage } from "../languages/choose.ts";
import { isGuide, splitLanguage } from "../languages/prefix.ts";

/** The language a visitor has just chosen on a page, or null. */
export function choiceOfLanguage({ url = "/", headers }: IncomingMessage): Choice | null {
  return chosenLanguage(url, headers["accept-language"], siteUrl().startsWith("https:"));
}

/** A guide's address without the language before it, or null: guides have one language, and one address each. */
export function guideWithoutLanguage(url: string): string | null {
  const { language, address } = splitLanguage(url);
  return language !== null && isGuide(address) ? address : null;
}

/** Takes the language's prefix off the address; pages read which it was in a header that only the door sets. */
export function takeLanguagePrefix(request: IncomingMessage): void {
  const { language, address } = splitLanguage(request.url ?? "/");
  request.url = address;
  request.headers["x-site-language"] = language ?? "";
}
