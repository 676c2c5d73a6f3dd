import type { Day } from "#contract/days";
import { LANGUAGES, type Language } from "#contract/languages";
import type { DateOrder } from "./date-order.ts";
import { order as en } from "./en/dates.ts";
import { order as ja } from "./ja/dates.ts";
import { order as ko } from "./ko/dates.ts";

/** Fixed here because Intl's own order differs between browsers and versions. */
const ORDERS: Record<Language, DateOrder> = { en, ko, ja };

/**
 * Returns a day in words, `Friday, 25 December 2026` or `2026년 12월 25일 금요일`; without its weekday if `hasWeekday`
 * is false. `locale` is a language tag. The order is that of its language, or the English one if it has none here.
 */
export function dayInWords(day: Day, locale: string, { hasWeekday = true } = {}): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  const named = (part: "weekday" | "month") => formatter(locale, { [part]: "long", timeZone: "UTC" }).format(midnight);
  const parts = {
    weekday: hasWeekday ? named("weekday") : "",
    day: midnight.getUTCDate(),
    month: named("month"),
    year: midnight.getUTCFullYear(),
  };
  const language = LANGUAGES.find((each) => locale.startsWith(each)) ?? LANGUAGES[0];
  return ORDERS[language](parts);
}

/**
 * Returns a moment in words, `21 November 2026 at 10:47 UTC`, in a time zone. Without `timeZone`, it uses the device's
 * zone and omits the zone's name, so that it is never longer than the UTC text that it replaces on a page.
 */
export function momentInWords(moment: string, locale: string, timeZone?: string): string {
  const time = formatter(locale, {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: timeZone ? "short" : undefined,
    timeZone,
  });
  return time.format(new Date(moment));
}

/** Creating a formatter takes longer than using it a hundred times; there are only a handful. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}
