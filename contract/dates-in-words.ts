import type { Day } from "./days.ts";

type Parts = { weekday: string; day: number; month: string; year: number };

/** Date order per language. Fixed here because Intl's own order differs between browsers and versions. */
const ORDERS: Record<string, (parts: Parts, hasWeekday: boolean) => string> = {
  en: ({ weekday, day, month, year }, hasWeekday) => `${hasWeekday ? `${weekday}, ` : ""}${day} ${month} ${year}`,
  ko: ({ weekday, day, month, year }, hasWeekday) => `${year}년 ${month} ${day}일${hasWeekday ? ` ${weekday}` : ""}`,
};

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
  const order = ORDERS[locale.slice(0, 2)] ?? ORDERS.en;
  return order ? order(parts, hasWeekday) : day;
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
