import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { dayInWords, momentInWords } from "./dates-in-words.ts";

const ROOT = join(import.meta.dir, "..");

test.each([
  ["en-GB", "Friday, 25 December 2026", "25 December 2026"],
  ["ko-KR", "2026년 12월 25일 금요일", "2026년 12월 25일"],
])("formats a day in %s in a fixed order, with its weekday and without", (locale, long, short) => {
  expect(dayInWords("2026-12-25", locale)).toBe(long);
  expect(dayInWords("2026-12-25", locale, { hasWeekday: false })).toBe(short);
});

test("formats a moment with the day before the month", () => {
  expect(momentInWords("2026-11-21T10:47:00Z", "en-GB", "UTC")).toBe("21 November 2026 at 10:47 UTC");
});

test.each(["en-GB", "ko-KR"])("a moment in the device's zone is never longer in %s than in UTC", (locale) => {
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
});

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
