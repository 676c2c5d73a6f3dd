import { dayInWords as inWords } from "#contract/dates-in-words";
import type { Day } from "#contract/days";

/** A day in words for mails, in that language, without the weekday. */
export const dayInWords = (day: Day, locale: string): string => inWords(day, locale, { hasWeekday: false });
