import { type Day, daysBetween } from "#contract/days";
import { timeFromNow } from "../../languages/time-from-now.ts";

export { dayInWords, momentInWords, timeInWords } from "../../languages/dates-in-words.ts";

/** A day relative to today: today, tomorrow, in 34 days. */
export const daysAhead = (day: Day, today: Day, locale: string): string =>
  timeFromNow(daysBetween(today, day), "day", locale);
