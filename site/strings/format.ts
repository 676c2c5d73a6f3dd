import type { Day } from "#contract/days";

/** A day in words: Friday, 25 December 2026. */
export function dayInWords(day: Day, locale = "en-GB"): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
