import { describe, expect, test } from "bun:test";
import { addDays, addMonths, addYears, daysBetween, isDay, nextReturn } from "./days.ts";

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

test.each([
  ["2026-12-25", "2026-12-25", "2027-12-25"],
  ["2026-12-25", "2027-02-01", "2027-12-25"],
  ["2026-02-14", "2028-02-14", "2029-02-14"],
  ["2028-02-29", "2029-01-01", "2029-02-28"],
  ["2028-02-29", "2031-03-01", "2032-02-29"],
])("the day %s returns, after %s, on %s", (day, today, next) => {
  expect(nextReturn(day, today)).toBe(next);
});
