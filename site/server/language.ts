import { preferenceIn } from "../../shared/http/header-parts.ts";
import { siteUrl } from "../addresses.ts";
import { type Choice, chosenLanguage } from "../i18n/choose.ts";
import { LANGUAGE_COOKIE, type Language, wantedLanguage } from "../i18n/languages.ts";
import { isGuide, splitLanguage } from "../i18n/prefix.ts";

/** The language a visitor has just chosen on a page, or null. */
export function choiceOfLanguage(address: string, headers: Headers): Choice | null {
  const accepted = preferenceIn(headers, "accept-language");
  return chosenLanguage(address, accepted, siteUrl().startsWith("https:"));
}

/** A guide's address without the language before it, or null: guides have one language, and one address each. */
export function guideWithoutLanguage(url: string): string | null {
  const { language, address } = splitLanguage(url);
  return language !== null && isGuide(address) ? address : null;
}

const CHOSEN = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`);

/** What a visitor reads where the address does not say: what they chose once, or else what their browser asks for. */
export function languageOf(headers: Headers): Language {
  const [, chosen] = CHOSEN.exec(headers.get("cookie") ?? "") ?? [];
  return wantedLanguage(chosen, preferenceIn(headers, "accept-language"));
}
