import { type Day, daysBetween } from "#contract/days";

export { dayInWords, momentInWords } from "#contract/dates-in-words";

/** How far a day lies from today: today, tomorrow, in 34 days. */
export function daysAhead(day: Day, today: Day, locale: string): string {
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(daysBetween(today, day), "day");
}
