import { type Language, languageOf } from "#contract/languages";
import * as en from "./en/cities.ts";
import * as es from "./es/cities.ts";
import * as ja from "./ja/cities.ts";
import * as ko from "./ko/cities.ts";

const PLACES: Record<Language, { home: string; cities: Partial<Record<string, string>> }> = { en, ko, ja, es };

/**
 * What a time zone is called: `{ zone: "Eastern Time", city: "New York" }`. The city is null for a fixed offset. `locale` is
 * a language tag.
 */
export function zoneInWords(timeZone: string, locale: string): { zone: string; city: string | null } {
  const style = timeZone === "UTC" ? "long" : "longGeneric";
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style }).formatToParts();
  const zone = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  if (timeZone.startsWith("Etc/")) return { zone, city: null };
  const [area = "", ...rest] = timeZone.split("/");
  const place = rest.join("/");
  const packed = PLACES[languageOf(locale)].cities[area]?.split(/[;\s]*\n\s+|; /);
  const city = packed?.find((each) => each.startsWith(`${place} `))?.slice(place.length + 1);
  return { zone, city: city ?? timeZone.replace(/.*\//, "").replaceAll("_", " ") };
}

/** The time zone that a list begins with for want of a better one. */
export const homeZoneIn = (locale: string): string => PLACES[languageOf(locale)].home;
