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

// From Hebrew to the extensions of Arabic, and the forms that stand apart.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const [ISOLATE, END_OF_ISOLATE] = ["\u2068", "\u2069"];

/** A name within a sentence: one from right to left is set apart, so that the marks beside it stay where they belong. */
export function apart(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${ISOLATE}${name}${END_OF_ISOLATE}` : name;
}
