import { dayInWords as inWords } from "#contract/dates-in-words";
import type { Day } from "#contract/days";

/** Formats a day for mails in the given locale, without the weekday. */
export const dayInWords = (day: Day, locale: string): string => inWords(day, locale, { hasWeekday: false });
