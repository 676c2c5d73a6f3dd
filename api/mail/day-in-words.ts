import type { Day } from "#contract/days";

/** A day in words, in that language. */
export function dayInWords(day: Day, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
