import { expect, test } from "bun:test";
import type { Language } from "#contract/languages";
import { ZONES } from "../shared/time-zones.ts";
import { zoneInWords } from "./time-zones-in-words.ts";

test.each([
  ["en-US", "America/New_York", "Eastern Time", "New York"],
  ["en-US", "America/Indiana/Knox", "Central Time", "Knox, Indiana"],
  ["en-US", "America/St_Johns", "Newfoundland Time", "St. John’s"],
  ["en-US", "UTC", "Coordinated Universal Time", "UTC"],
  ["ko-KR", "Asia/Tokyo", "일본 표준시", "도쿄"],
  ["ko-KR", "America/New_York", "미 동부 시간", "뉴욕"],
  ["ja-JP", "Asia/Tokyo", "日本標準時", "東京"],
  ["ja-JP", "Europe/London", "イギリス時間", "ロンドン"],
  ["es-419", "America/New_York", "hora oriental", "Nueva York"],
  ["es-419", "America/Bogota", "hora estándar de Colombia", "Bogotá"],
])("in %s, %s is %s, %s", (locale, timeZone, zone, city) => {
  expect(zoneInWords(timeZone, locale)).toEqual({ zone, city });
});

test("a fixed offset has no city", () => {
  expect(zoneInWords("Etc/GMT+5", "en-US")).toEqual({ zone: "GMT-05:00", city: null });
});

const LETTERS: Record<Language, [locale: string, letters: RegExp]> = {
  en: ["en-US", /^[\p{Script=Latin} .,’&-]+$/u],
  ko: ["ko-KR", /^[\p{Script=Hangul} ]+$/u],
  es: ["es-419", /^[\p{Script=Latin} .,’&-]+$/u],
  ja: ["ja-JP", /^[\p{Script=Katakana}\p{Script=Han}ー・]+$/u],
};

test.each(Object.values(LETTERS))(
  "in %s every zone to choose from has a name and a city, and no two are alike",
  (locale, script) => {
    const called = new Set<string>();
    for (const timeZone of ZONES.filter((each) => each !== "UTC")) {
      const { zone, city } = zoneInWords(timeZone, locale);
      expect(`${zone} ${city}`, timeZone).not.toMatch(/GMT|_|\//);
      expect(city, timeZone).toMatch(script);
      called.add(`${zone} ${city}`);
    }
    expect(called.size).toBe(ZONES.length - 1);
  },
);
