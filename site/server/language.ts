import { preferenceIn } from "../../shared/http/header-parts.ts";
import { siteUrl } from "../addresses.ts";
import { type Choice, chosenLanguage } from "../i18n/choose.ts";
import { LANGUAGE_COOKIE, type Language, negotiatedLanguage } from "../i18n/languages.ts";

/** Returns the language that the visitor just chose on a page, or null. */
export function choiceOfLanguage(address: string, headers: Headers): Choice | null {
  const accepted = preferenceIn(headers, "accept-language");
  return chosenLanguage(address, accepted, siteUrl().startsWith("https:"));
}

const CHOSEN = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`);

/** Returns the language for an address without a prefix: from the cookie, or else from `Accept-Language`. */
export function languageOf(headers: Headers): Language {
  const [, chosen] = CHOSEN.exec(headers.get("cookie") ?? "") ?? [];
  return negotiatedLanguage(chosen, preferenceIn(headers, "accept-language"));
}
