import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import type { Language } from "#contract/languages";
import { dayInWords, momentInWords } from "./dates-in-words.ts";

const ROOT = join(import.meta.dir, "..");

const DAYS: Record<Language, [locale: string, long: string, plain: string, short: string]> = {
  en: ["en-US", "Friday, December 25, 2026", "December 25, 2026", "Friday, December\u00a025"],
  ko: ["ko-KR", "2026년 12월 25일 금요일", "2026년 12월 25일", "12월 25일(금)"],
  ja: ["ja-JP", "2026年12月25日（金）", "2026年12月25日", "12月25日（金）"],
  es: ["es-419", "viernes 25 de diciembre de 2026", "25 de diciembre de 2026", "25\u00a0de\u00a0diciembre"],
};

test.each(Object.values(DAYS))(
  "formats a day in %s in a fixed order, with its weekday, without, and short",
  (locale, long, plain, short) => {
    expect(dayInWords("2026-12-25", locale)).toBe(long);
    expect(dayInWords("2026-12-25", locale, { hasWeekday: false })).toBe(plain);
    expect(dayInWords("2026-12-25", locale, { today: "2026-11-28" })).toBe(short);
  },
);

test.each([
  ["en-US", "Tuesday, January\u00a05,\u00a02027"],
  ["ko-KR", "2027년 1월 5일(화)"],
  ["ja-JP", "2027年1月5日（火）"],
  ["es-419", "5\u00a0de\u00a0enero\u00a0de\u00a02027"],
])("a short day in %s names its year if it is not this one", (locale, words) => {
  expect(dayInWords("2027-01-05", locale, { today: "2026-11-28" })).toBe(words);
});

test.each([
  ["en-US", "Nov 21, 2026, 2:04 AM UTC"],
  ["ko-KR", "2026년 11월 21일 오전 2:04 UTC"],
  ["ja-JP", "2026年11月21日 2:04 UTC"],
])("formats a moment in %s", (locale, words) => {
  expect(momentInWords("2026-11-21T02:04:00Z", locale, "UTC")).toBe(words);
});

test.each(Object.values(DAYS).map(([locale]) => locale))(
  "a moment in the device's zone is never longer in %s than in UTC",
  (locale) => {
    const own = process.env.TZ;
    for (const moment of [
      "2026-09-30T20:00:00Z",
      "2026-10-01T03:00:00Z",
      "2027-03-01T03:00:00Z",
      "2026-12-09T23:00:00Z",
    ]) {
      const room = momentInWords(moment, locale, "UTC").length;
      for (const zone of ["Etc/GMT+12", "America/St_Johns", "Asia/Seoul", "Pacific/Chatham", "Pacific/Kiritimati"]) {
        process.env.TZ = zone;
        expect(momentInWords(moment, locale).length, `${moment} in ${zone}`).toBeLessThanOrEqual(room);
      }
    }
    process.env.TZ = own;
  },
);

test("no other file formats dates itself", async () => {
  const own: string[] = [];
  for (const folder of ["api", "contract", "languages", "site"])
    for await (const name of new Glob("**/*.{ts,astro}").scan(join(ROOT, folder))) {
      const file = `${folder}/${name}`;
      if (name.endsWith(".test.ts") || file === "languages/dates-in-words.ts") continue;
      if (
        /dateStyle|toLocale(Date|Time)String|(month|weekday): "(long|short)"/.test(
          await Bun.file(join(ROOT, file)).text(),
        )
      )
        own.push(file);
    }
  expect(own).toEqual([]);
});
