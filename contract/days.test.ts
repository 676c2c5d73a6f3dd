import { describe, expect, test } from "bun:test";
import { addDays, addMonths, addYears, dayIn, daysBetween, isDay, startOfDay, tidyTimeZone } from "./days.ts";

const HOUR_MS = 3_600_000;
const opens = (day: string, timeZone: string) => startOfDay(day, timeZone).toISOString();

describe("isDay", () => {
  test.each(["2026-12-25", "2028-02-29", "2000-02-29", "1970-01-01", "9999-12-31"])("accepts %s", (day) => {
    expect(isDay(day)).toBe(true);
  });

  test.each([
    "2027-02-29",
    "2100-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-12-00",
    "2026-1-1",
    "26-12-25",
    "2026-12-25T00:00:00Z",
    " 2026-12-25",
    "2026-12-25\n",
    "+2026-12-25",
    "２０２６-12-25",
    "25.12.2026",
    "",
  ])("refuses %p", (text) => {
    expect(isDay(text)).toBe(false);
  });

  test("adds days across months, years and 29 February", () => {
    expect(addDays("2026-12-25", 7)).toBe("2027-01-01");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2027-03-01", -1)).toBe("2027-02-28");
  });

  test("moves 29 February to 28 February in a year without one", () => {
    expect(addYears("2026-12-25", 1)).toBe("2027-12-25");
    expect(addYears("2028-02-29", 2)).toBe("2030-02-28");
    expect(addYears("2028-02-29", 4)).toBe("2032-02-29");
    expect(addYears("2026-02-28", 2)).toBe("2028-02-28");
  });

  test("counts whole days between days, across clock changes", () => {
    expect(daysBetween("2026-12-24", "2026-12-25")).toBe(1);
    expect(daysBetween("2026-12-25", "2026-12-25")).toBe(0);
    expect(daysBetween("2026-12-25", "2026-12-01")).toBe(-24);
    expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
    expect(daysBetween("2028-01-01", "2029-01-01")).toBe(366);
  });
});

describe("a time zone", () => {
  test("is recognized in any letter case and returned in its canonical one", () => {
    expect(tidyTimeZone("Europe/Berlin")).toBe("Europe/Berlin");
    expect(tidyTimeZone("europe/berlin")).toBe("Europe/Berlin");
    expect(tidyTimeZone("AMERICA/ARGENTINA/BUENOS_AIRES")).toBe("America/Argentina/Buenos_Aires");
    expect(tidyTimeZone("UTC")).toBe("UTC");
  });

  test("keeps its name if it is an alias", () => {
    expect(tidyTimeZone("Asia/Calcutta")).toBe("Asia/Calcutta");
    expect(tidyTimeZone("Asia/Kolkata")).toBe("Asia/Kolkata");
  });

  test.each([
    "",
    "Mars/Olympus",
    "+09:00",
    "-05:00",
    "UTC+3",
    "Europe/Berlin ",
    "Europe/Berlin\0",
    "../etc/passwd",
    "Europe//Berlin",
  ])("is not %p", (name) => {
    expect(tidyTimeZone(name)).toBeNull();
  });

  test("throws for an unknown zone", () => {
    expect(() => dayIn("Mars/Olympus", new Date(0))).toThrow(RangeError);
    expect(() => startOfDay("2026-12-25", "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("a tree opens", () => {
  test.each([
    ["Europe/Berlin", "2026-12-24T23:00:00.000Z"],
    ["America/New_York", "2026-12-25T05:00:00.000Z"],
    ["Asia/Tokyo", "2026-12-24T15:00:00.000Z"],
    ["Asia/Kathmandu", "2026-12-24T18:15:00.000Z"],
    ["Australia/Eucla", "2026-12-24T15:15:00.000Z"],
    ["Pacific/Kiritimati", "2026-12-24T10:00:00.000Z"],
    ["Pacific/Honolulu", "2026-12-25T10:00:00.000Z"],
    ["Etc/GMT+12", "2026-12-25T12:00:00.000Z"],
    ["UTC", "2026-12-25T00:00:00.000Z"],
  ])("in %s on 25 December 2026 at %s", (timeZone, moment) => {
    expect(opens("2026-12-25", timeZone)).toBe(moment);
  });

  test("on Kiritimati 14 hours before UTC, 24 before Honolulu and 26 before the last place on Earth", () => {
    const first = startOfDay("2026-12-25", "Pacific/Kiritimati").getTime();
    expect(startOfDay("2026-12-25", "UTC").getTime() - first).toBe(14 * HOUR_MS);
    expect(startOfDay("2026-12-25", "Pacific/Honolulu").getTime() - first).toBe(24 * HOUR_MS);
    expect(startOfDay("2026-12-25", "Etc/GMT+12").getTime() - first).toBe(26 * HOUR_MS);
  });

  test("at the old offset on the day the clocks change, at the new one the day after", () => {
    expect(opens("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
    expect(opens("2026-03-30", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
    expect(opens("2026-10-25", "Europe/Berlin")).toBe("2026-10-24T22:00:00.000Z");
    expect(opens("2026-10-26", "Europe/Berlin")).toBe("2026-10-25T23:00:00.000Z");
    expect(opens("2026-10-04", "Australia/Lord_Howe")).toBe("2026-10-03T13:30:00.000Z");
    expect(opens("2026-10-05", "Australia/Lord_Howe")).toBe("2026-10-04T13:00:00.000Z");
  });

  test("at 01:00 if the clocks skip midnight", () => {
    expect(opens("2018-11-04", "America/Sao_Paulo")).toBe("2018-11-04T03:00:00.000Z");
    expect(dayIn("America/Sao_Paulo", new Date("2018-11-04T02:59:59.999Z"))).toBe("2018-11-03");
  });

  test("at the first midnight if midnight occurs twice", () => {
    expect(opens("2024-11-03", "America/Havana")).toBe("2024-11-03T04:00:00.000Z");
    // The clocks go back from 01:00 on Sunday to 00:00: that hour occurs twice.
    expect(opens("2024-11-04", "America/Havana")).toBe("2024-11-04T05:00:00.000Z");
  });

  test("with the next day if the zone skipped the day: Samoa had no 30 December 2011", () => {
    expect(opens("2011-12-29", "Pacific/Apia")).toBe("2011-12-29T10:00:00.000Z");
    expect(opens("2011-12-30", "Pacific/Apia")).toBe("2011-12-30T10:00:00.000Z");
    expect(opens("2011-12-31", "Pacific/Apia")).toBe("2011-12-30T10:00:00.000Z");
    expect(opens("1994-12-31", "Pacific/Kiritimati")).toBe(opens("1995-01-01", "Pacific/Kiritimati"));
  });

  test("on 29 February as on any other day", () => {
    expect(opens("2028-02-29", "Asia/Seoul")).toBe("2028-02-28T15:00:00.000Z");
  });

  test("a moment falls on two days on the two sides of the date line", () => {
    const moment = new Date("2026-12-25T10:30:00Z");
    expect(dayIn("Pacific/Kiritimati", moment)).toBe("2026-12-26");
    expect(dayIn("Pacific/Pago_Pago", moment)).toBe("2026-12-24");
  });
});

test.each([
  ["2026-12-25", 13, "2028-01-25"],
  ["2027-01-31", 13, "2028-02-29"],
  ["2028-01-31", 13, "2029-02-28"],
  ["2028-08-31", 1, "2028-09-30"],
  ["2027-03-31", -1, "2027-02-28"],
  ["2026-12-01", 0, "2026-12-01"],
])("adding to %s %d months returns %s", (day, count, later) => {
  expect(addMonths(day, count)).toBe(later);
});
