import { expect, test } from "bun:test";
import { callIn } from "../answer-call.ts";
import type { Answering } from "../tool.ts";
import { answerDaysUntil } from "./days-until.ts";

// Dates and occasions need no tree lookup.
const locals = {} as Parameters<Answering>[2];

/** The tool's answer about a day, in that time zone at that moment. */
async function daysUntil(until: string, timeZone: string, moment: string) {
  const reply = await answerDaysUntil({ until }, { ...callIn({ timeZone }), now: Date.parse(moment) }, locals);
  return "answer" in reply ? reply.answer : reply;
}

test.each([
  // It is already the 25th there; in London it is still the 24th.
  ["Pacific/Kiritimati", "2026-12-24T10:30:00Z", "christmas", 0, "2026-12-25", "2026-12-25"],
  ["America/Anchorage", "2026-12-25T08:30:00Z", "Christmas Day", 1, "2026-12-25", "2026-12-24"],
  ["America/Anchorage", "2026-12-26T08:30:00Z", "xmas", 0, "2026-12-25", "2026-12-25"],
  ["Pacific/Kiritimati", "2026-12-25T10:30:00Z", "christmas", 364, "2027-12-25", "2026-12-26"],
  ["Asia/Seoul", "2026-02-14T15:30:00Z", "valentine's day", 364, "2027-02-14", "2026-02-15"],
  ["Europe/London", "2026-12-25T12:00:00Z", "2026-12-20", -5, "2026-12-20", "2026-12-25"],
  // Across clock changes: days of 23 and 25 hours.
  ["Europe/Berlin", "2027-03-27T22:30:00Z", "2027-03-29", 2, "2027-03-29", "2027-03-27"],
  ["America/New_York", "2026-11-01T03:59:00Z", "2026-11-02", 2, "2026-11-02", "2026-10-31"],
  ["America/New_York", "2026-11-02T04:30:00Z", "2026-11-02", 1, "2026-11-02", "2026-11-01"],
])("in %s at %s, %s is this many days away: %i", async (timeZone, moment, until, days, day, today) => {
  expect(await daysUntil(until, timeZone, moment)).toEqual({ ok: true, days, day, today, timeZone });
});

test("counts from the server's clock, whatever time a call contains", () => {
  const before = Date.now();
  const { now } = callIn({ input: { until: "christmas" }, now: 0, timeZone: "UTC" });
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});
