import { type Day, dayIn, daysBetween } from "#contract/days";

/** A day in words: Friday, 25 December 2026. */
export function dayInWords(day: Day, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

/** A moment in words, in UTC: 21 November 2026 at 10:47 UTC. */
export function momentInWords(moment: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" }).format(
    new Date(moment),
  );
}

/** How far a day lies ahead for somebody in that time zone: today, tomorrow, in 34 days. */
export function daysAhead(day: Day, timeZone: string, locale: string, now = new Date()): string {
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(daysBetween(dayIn(timeZone, now), day), "day");
}
