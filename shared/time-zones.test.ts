import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import moment from "moment-timezone";
import { addDays } from "#contract/days";
import { dayIn, eveningAfter, startOfDay, tidyTimeZone, ZONE_RULES, ZONES } from "./time-zones.ts";

// The second source of the rules: Debian's package tzdata, of the same version, as its own program prints it, with zones of
// the same rules together. For newer rules, make the file again, on a Debian with that version:
//   (echo "tzdata $VERSION"; zdump -i -c 2026,2030 $(bun -e 'import { ZONES } from "./shared/time-zones.ts"; console.log(...ZONES)') |
//     awk -v RS= -F'\n' '{ rules = substr($0, length($1) + 2); if (rules in zones) zones[rules] = zones[rules] " " $1;
//       else { zones[rules] = $1; order[++n] = rules } }
//       END { while (i++ < n) print "\n" zones[order[i]] "\n" order[i] }') > shared/time-zones.debian.txt
const [version = "", ...sections] = readFileSync(join(import.meta.dir, "time-zones.debian.txt"), "utf8").split("\n\n");

const HOUR_MS = 3_600_000;
const opens = (day: string, timeZone: string) => startOfDay(day, timeZone).toISOString();
const days = Array.from({ length: 760 }, (_, i) => addDays("2026-11-27", i));

describe("the rules", () => {
  test("are of the same version as the second source", () => {
    expect(`tzdata ${ZONE_RULES}`).toBe(version);
  });

  test("agree with the second source in all zones on 760 days", () => {
    const zones = sections.flatMap(readZones);
    expect(zones.map(({ name }) => name).toSorted()).toEqual([...ZONES].toSorted());
    const wrong: string[] = [];
    for (const { name, spans } of zones) {
      for (const day of days) {
        const [start, evening] = [0, 18].map((hour) =>
          firstMoment(spans, Date.parse(`${day}T00:00Z`) + hour * HOUR_MS),
        );
        const [ours, next] = [startOfDay(day, name), eveningAfter(new Date(start as number), name)];
        const isDay = dayIn(name, ours) === day && dayIn(name, new Date(ours.getTime() - 1)) === addDays(day, -1);
        if (ours.getTime() !== start || next.getTime() !== evening || !isDay) wrong.push(`${name} ${day}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ["America/Vancouver", "2026-12-25T07:00:00.000Z"],
    ["Africa/Casablanca", "2026-12-25T00:00:00.000Z"],
  ])("are those of 2026 in %s", (zone, moment) => {
    expect(opens("2026-12-25", zone)).toBe(moment);
  });
});

/** A stretch of time with one offset. */
type Span = { fromMs: number; offsetMs: number };

/** Reads `zdump -i`: the first offset, and then the local day, time and offset at the start of each other one. */
function readZones(section: string): { name: string; spans: Span[] }[] {
  const [names = "", ...lines] = section.trim().split("\n");
  const spans = lines.map((line) => {
    const [day = "", time = "", offset = ""] = line.split("\t");
    const offsetMs = Number(`${offset[0]}1`) * inMs(offset.slice(1));
    return {
      fromMs: day === "-" ? Number.NEGATIVE_INFINITY : Date.parse(`${day}T00:00Z`) + inMs(time) - offsetMs,
      offsetMs,
    };
  });
  return [...names.matchAll(/TZ="(.*?)"/g)].map(([, name = ""]) => ({ name, spans }));
}

/** `02`, `0230` or `02:30`. */
const inMs = (time: string) => Number(time.slice(0, 2)) * HOUR_MS + Number(time.replace(":", "").slice(2)) * 60_000;

/** The first moment whose local time is this one or, if the clocks skip it, later. */
function firstMoment(spans: readonly Span[], localMs: number): number | undefined {
  const reached = spans.map(({ fromMs, offsetMs }) => Math.max(fromMs, localMs - offsetMs));
  return reached.find((ms, i) => ms < (spans[i + 1]?.fromMs ?? Number.POSITIVE_INFINITY));
}

describe("the evening", () => {
  test.each([
    ["2026-11-30T08:59:59Z", "Asia/Seoul", "2026-11-30T09:00:00.000Z"],
    ["2026-11-30T09:00:00Z", "Asia/Seoul", "2026-12-01T09:00:00.000Z"],
    ["2027-03-27T18:00:00Z", "Europe/Berlin", "2027-03-28T16:00:00.000Z"],
    ["2026-12-31T23:00:00Z", "America/New_York", "2027-01-01T23:00:00.000Z"],
  ])("after %s in %s is %s", (at, zone, evening) => {
    expect(eveningAfter(new Date(at), zone).toISOString()).toBe(evening);
  });
});

describe("a time zone", () => {
  test("is recognized in any letter case and returned in its canonical one", () => {
    expect(tidyTimeZone("Europe/Berlin")).toBe("Europe/Berlin");
    expect(tidyTimeZone("europe/berlin")).toBe("Europe/Berlin");
    expect(tidyTimeZone("AMERICA/ARGENTINA/BUENOS_AIRES")).toBe("America/Argentina/Buenos_Aires");
    expect(tidyTimeZone("UTC")).toBe("UTC");
  });

  test.each([
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["Asia/Katmandu", "Asia/Kathmandu"],
    ["Asia/Rangoon", "Asia/Yangon"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["US/Pacific", "America/Los_Angeles"],
    ["Japan", "Asia/Tokyo"],
    ["CET", "Europe/Brussels"],
    ["EET", "Europe/Athens"],
    ["Etc/UTC", "UTC"],
    ["Etc/GMT+5", "Etc/GMT+5"],
    // They have had the rules of Berlin since 1970, but are places of their own.
    ["Europe/Oslo", "Europe/Oslo"],
    ["Asia/Kolkata", "Asia/Kolkata"],
  ])("called %s is %s", (name, zone) => {
    expect(tidyTimeZone(name)).toBe(zone);
  });

  test("to choose from keeps its name", () => {
    for (const zone of ZONES) expect(tidyTimeZone(zone)).toBe(zone);
    expect(new Set(ZONES).size).toBe(ZONES.length);
    expect(ZONES.length).toBeGreaterThan(400);
  });

  test("has a name that every older name leads to in one step, with the same rules", () => {
    for (const name of moment.tz.names()) {
      const zone = tidyTimeZone(name);
      if (zone === null) continue;
      expect(tidyTimeZone(zone)).toBe(zone);
      expect(days.map((day) => opens(day, name))).toEqual(days.map((day) => opens(day, zone)));
    }
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
    "EST5EDT",
    "__proto__",
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
