import { expect, test } from "bun:test";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { addDays, addYears, daysBetween } from "./days.ts";

// Temporal is the reference. The service does not use it, since not every browser supports it yet.

const anyDay = fc.integer({ min: 0, max: 47_847 }).map((count) => addDays("1970-01-01", count));

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
