import { type Day, daysBetween } from "#contract/days";
import { type Language, languageOf } from "#contract/languages";
import type { Tree } from "#contract/trees";
import { timeFromNow } from "./time-from-now.ts";

/** `weekday` is short if the language wants it so, or empty; `year` is null where it goes without saying. */
type DateParts = { weekday: string; day: number; month: string; year: number | null };
/** How a language writes a day: in full, and where there is little room. */
type DateOrder = {
  /** Whether a weekday is always written short. */
  hasShortWeekday?: true;
  full: (parts: DateParts) => string;
  /** A line of a phone holds it. */
  short: (parts: DateParts) => string;
};

const english = ({ month, day, year }: DateParts) => `${month} ${day}${year === null ? "" : `, ${year}`}`;
const withWeekday = (weekday: string, day: string) => `${weekday && `${weekday}, `}${day}`;
const korean = ({ year, month, day }: DateParts) => `${year === null ? "" : `${year}년 `}${month} ${day}일`;
const japanese = ({ weekday, year, month, day }: DateParts) =>
  `${year === null ? "" : `${year}年`}${month}${day}日${weekday && `（${weekday}）`}`;
const spanish = ({ day, month, year }: DateParts) => `${day} de ${month}${year === null ? "" : ` de ${year}`}`;
/** A line does not break within. */
const unbroken = (text: string) => text.replaceAll(" ", "\u00a0");

/** Fixed here because Intl's own order differs between browsers and versions. */
const ORDERS: Record<Language, DateOrder> = {
  en: {
    full: (parts) => withWeekday(parts.weekday, english(parts)),
    short: (parts) => withWeekday(parts.weekday, unbroken(english(parts))),
  },
  ko: {
    full: (parts) => `${korean(parts)}${parts.weekday && ` ${parts.weekday}`}`,
    short: (parts) => `${korean(parts)}${parts.weekday && `(${parts.weekday[0]})`}`,
  },
  ja: { hasShortWeekday: true, full: japanese, short: japanese },
  es: {
    full: (parts) => `${parts.weekday && `${parts.weekday} `}${spanish(parts)}`,
    short: (parts) => unbroken(spanish(parts)),
  },
};

/**
 * Returns a day in words: `Friday, December 25, 2026`, `2026년 12월 25일 금요일` or `2026年12月25日（金）`; without its weekday if
 * `hasWeekday` is false. With `today`, where room is scarce, `Friday, December 25`, `12월 25일(금)` or `12月25日（金）`: the year only
 * if it is not this one. `locale` is a language tag. The order is that of its language, or the English one.
 */
export function dayInWords(
  day: Day,
  locale: string,
  { hasWeekday = true, today }: { hasWeekday?: boolean; today?: Day } = {},
): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  const order = ORDERS[languageOf(locale)];
  const named = (options: Intl.DateTimeFormatOptions) =>
    formatter(locale, { ...options, timeZone: "UTC" }).format(midnight);
  const parts = {
    weekday: hasWeekday ? named({ weekday: order.hasShortWeekday ? "short" : "long" }) : "",
    day: midnight.getUTCDate(),
    month: named({ month: "long" }),
    year: today?.slice(0, 4) === day.slice(0, 4) ? null : midnight.getUTCFullYear(),
  };
  return today ? order.short(parts) : order.full(parts);
}

/** The day by which a gift is in time, without its year; none of a tree that is open. */
export function lastDayInWords(
  { openingDay, takesGiftsUntil, isOpen }: Pick<Tree, "openingDay" | "takesGiftsUntil" | "isOpen">,
  locale: string,
): string | undefined {
  if (isOpen) return undefined;
  const day = takesGiftsUntil && takesGiftsUntil < openingDay ? takesGiftsUntil : openingDay;
  return dayInWords(day, locale, { hasWeekday: false, today: day });
}

/** A day relative to today: today, tomorrow, in 34 days. */
export const daysAhead = (day: Day, today: Day, locale: string): string =>
  timeFromNow(daysBetween(today, day), "day", locale);

/**
 * Returns a moment in words, `Nov 21, 2026, 10:47 AM UTC`, in a time zone. Without `timeZone`, it uses the device's zone
 * and omits the zone's name, so that it is never longer than the UTC text that it replaces on a page.
 */
export function momentInWords(moment: string, locale: string, timeZone?: string): string {
  const time = formatter(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: timeZone ? "short" : undefined,
    timeZone,
  });
  return withUsualSpaces(time.format(new Date(moment)));
}

/** Returns a time of day in words, `3:30 PM`, `오후 3:30` or `15:30`, in a time zone. */
export const timeInWords = (moment: string, locale: string, timeZone: string): string =>
  withUsualSpaces(formatter(locale, { timeStyle: "short", timeZone }).format(new Date(moment)));

/** Newer engines put a narrow space before AM and PM, others a usual one. */
const withUsualSpaces = (text: string) => text.replaceAll("\u202f", " ");

/** Creating a formatter takes longer than using it a hundred times; there are only a handful. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}
