import { zoneInWords } from "../../languages/time-zones-in-words.ts";
import { tidyTimeZone } from "../../shared/time-zones.ts";
import type { Strings } from "./strings.ts";

/** A time zone in words, `Eastern Time (New York)`, or nothing for a name that is not known. */
export function zoneAndCity(name: string, { create, locale }: Pick<Strings, "create" | "locale">): string {
  const timeZone = tidyTimeZone(name);
  if (timeZone === null) return "";
  const { zone, city } = zoneInWords(timeZone, locale);
  return city ? create.zoneAndCity.replace("{zone}", zone).replace("{city}", city) : zone;
}
