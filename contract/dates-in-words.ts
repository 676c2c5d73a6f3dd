import type { Day } from "./days.ts";

type Parts = { weekday: string; day: number; month: string; year: number };

/** The order of a date in each language, the same on the server, in mails and in every browser: their own orders differ and change. */
const ORDERS: Record<string, (parts: Parts, hasWeekday: boolean) => string> = {
  en: ({ weekday, day, month, year }, hasWeekday) => `${hasWeekday ? `${weekday}, ` : ""}${day} ${month} ${year}`,
  ko: ({ weekday, day, month, year }, hasWeekday) => `${year}년 ${month} ${day}일${hasWeekday ? ` ${weekday}` : ""}`,
};

/**
 * A day in words, `Friday, 25 December 2026` or `2026년 12월 25일 금요일`; with `hasWeekday: false`, without its weekday.
 * `locale` is a language tag that begins with a language of the site; any other is written in English order.
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
 * A moment in words, `21 November 2026 at 10:47 UTC`, in a time zone. Without one it is in the device's own,
 * and goes without its name: never longer than what stood there in UTC, so that it can take its place.
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

/** To make one takes longer than to use it a hundred times; there are a handful. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}
