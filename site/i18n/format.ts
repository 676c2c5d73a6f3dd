import { type Day, daysBetween } from "#contract/days";

export { dayInWords, momentInWords } from "../../languages/dates-in-words.ts";

/** A day relative to today: today, tomorrow, in 34 days. */
export function daysAhead(day: Day, today: Day, locale: string): string {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  formats.set(locale, format);
  return format.format(daysBetween(today, day), "day");
}

const formats = new Map<string, Intl.RelativeTimeFormat>();
