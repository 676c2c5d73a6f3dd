import { expect, test } from "bun:test";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { addDays, addYears, dayIn, daysBetween, startOfDay } from "./days.ts";

// Temporal is the reference. The service does not use it, since not every browser supports it yet.

const everyZone = Intl.supportedValuesOf("timeZone");
/** Zones whose clocks skipped midnight, repeated it, skipped a day, or changed by unusual amounts. */
const nastyZones = [
  "Africa/Cairo",
  "Africa/Casablanca",
  "Africa/Monrovia",
  "America/Anchorage",
  "America/Asuncion",
  "America/Havana",
  "America/Nuuk",
  "America/Santiago",
  "America/Sao_Paulo",
  "America/Scoresbysund",
  "America/St_Johns",
  "Antarctica/Casey",
  "Antarctica/Troll",
  "Asia/Amman",
  "Asia/Beirut",
  "Asia/Damascus",
  "Asia/Gaza",
  "Asia/Kathmandu",
  "Asia/Pyongyang",
  "Asia/Tehran",
  "Atlantic/Azores",
  "Australia/Lord_Howe",
  "Europe/Dublin",
  "Europe/Lisbon",
  "Pacific/Apia",
  "Pacific/Enderbury",
  "Pacific/Fakaofo",
  "Pacific/Kiritimati",
  "Pacific/Kwajalein",
];

const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2100, 11, 31);
const DAY_MS = 86_400_000;

const anyDay = fc.integer({ min: 0, max: (LAST - FIRST) / DAY_MS }).map((count) => addDays("1970-01-01", count));
const anyMoment = fc.integer({ min: FIRST, max: LAST }).map((ms) => new Date(ms));

const oraclesStart = (day: string, zone: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds).toISOString();
const oraclesDay = (zone: string, moment: Date) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();

test("startOfDay matches Temporal in every zone", () => {
  fc.assert(
    fc.property(fc.constantFrom(...everyZone), anyDay, (zone, day) => {
      expect(`${zone} ${startOfDay(day, zone).toISOString()}`).toBe(`${zone} ${oraclesStart(day, zone)}`);
    }),
    { numRuns: 3000 },
  );
});

test("dayIn matches Temporal in every zone", () => {
  fc.assert(
    fc.property(fc.constantFrom(...everyZone), anyMoment, (zone, moment) => {
      expect(`${zone} ${dayIn(zone, moment)}`).toBe(`${zone} ${oraclesDay(zone, moment)}`);
    }),
    { numRuns: 3000 },
  );
});

test.each(nastyZones)("startOfDay matches Temporal around every clock change in %s", (zone) => {
  let at = Temporal.Instant.from("1970-01-02T00:00Z").toZonedDateTimeISO(zone);
  const end = Temporal.Instant.from("2040-01-01T00:00Z").epochMilliseconds;
  while (true) {
    const change = at.getTimeZoneTransition("next");
    if (change === null || change.epochMilliseconds > end) break;
    const day = change.toPlainDate().toString();
    for (const near of [-2, -1, 0, 1, 2].map((count) => addDays(day, count))) {
      expect(`${near} ${startOfDay(near, zone).toISOString()}`).toBe(`${near} ${oraclesStart(near, zone)}`);
    }
    for (const ms of [-1, 0, 1]) {
      const moment = new Date(change.epochMilliseconds + ms);
      expect(dayIn(zone, moment)).toBe(oraclesDay(zone, moment));
    }
    at = change;
  }
});

test("the first moment of a day belongs to it, and the millisecond before does not", () => {
  fc.assert(
    fc.property(fc.constantFrom(...everyZone), anyDay, (zone, day) => {
      const start = startOfDay(day, zone);
      const isSkipped = oraclesDay(zone, new Date(oraclesStart(day, zone))) !== day;
      fc.pre(!isSkipped);
      expect(dayIn(zone, start)).toBe(day);
      expect(dayIn(zone, new Date(start.getTime() - 1)) < day).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test("day and year arithmetic matches Temporal", () => {
  fc.assert(
    fc.property(anyDay, anyDay, fc.integer({ min: -900, max: 900 }), (day, other, count) => {
      const plain = Temporal.PlainDate.from(day);
      expect(addDays(day, count)).toBe(plain.add({ days: count }).toString());
      expect(addYears(day, count % 10)).toBe(plain.add({ years: count % 10 }).toString());
      expect(daysBetween(day, other)).toBe(plain.until(other, { largestUnit: "days" }).days);
    }),
  );
});
