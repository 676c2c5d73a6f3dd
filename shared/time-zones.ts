import moment, { type MomentZone } from "moment-timezone";
import rules from "moment-timezone/data/packed/latest.json" with { type: "json" };
import { addDays, type Day } from "../contract/days.ts";

// The only source of time-zone rules. The runtime, the database and the browser each carry others, some of them a year
// old: none of them may reckon a tree's day.

/** The version of the rules, such as `2026f`. */
export const ZONE_RULES = rules.version;

/** The zones to choose from: UTC, and those of places where people live. */
export const ZONES: readonly string[] = [
  "UTC",
  ...new Set(rules.countries.flatMap((country) => country.split("|")[1]?.split(" ") ?? []).toSorted()),
];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EVENING_MS = 18 * 60 * MINUTE_MS;
const MORNING_MS = 8 * 60 * MINUTE_MS;
const NIGHT_MS = 22 * 60 * MINUTE_MS;
const leaders = new Map(rules.links.map((link) => link.split("|").toReversed() as [alias: string, zone: string]));
const leaderOf = (name: string) => leaders.get(name) ?? name;

/** Every name that the rules know: those of older trees, too. */
export const ZONE_NAMES: readonly string[] = [
  ...rules.zones.map((zone) => zone.slice(0, zone.indexOf("|"))),
  ...leaders.keys(),
];
const tidied = tidyNames();

/**
 * Returns the zone for a name in any letter case: one of `ZONES` with the same rules since 1970 (Asia/Calcutta is
 * Asia/Kolkata, CET is Europe/Brussels), or a fixed offset such as Etc/GMT+5. Null for all other names, among them
 * EST5EDT, which no place has, and +09:00.
 */
export function tidyTimeZone(name: string): string | null {
  return tidied.get(name.toLowerCase()) ?? null;
}

/** Returns how many minutes a time zone is ahead of UTC at a moment. Throws RangeError for an unknown zone. */
export const offsetIn = (timeZone: string, at: Date): number => -known(timeZone).utcOffset(at.getTime()) || 0;

/** Returns the calendar day at a moment in a time zone. Throws RangeError for an unknown zone. */
export function dayIn(timeZone: string, at: Date): Day {
  return new Date(localMs(known(timeZone), at)).toISOString().slice(0, 10);
}

/**
 * Returns the first moment of a day in a time zone: 00:00, or the end of the jump if the clocks skip midnight. If
 * midnight occurs twice, the first. Throws RangeError for an unknown zone.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  return firstAt(known(timeZone), Date.parse(`${day}T00:00:00Z`));
}

/** Returns the first moment after a day in a time zone. Throws RangeError for an unknown zone. */
export const endOfDay = (day: Day, timeZone: string): Date => startOfDay(addDays(day, 1), timeZone);

/** Returns the next 18:00 in a time zone, when new gifts are told by mail. Throws RangeError for an unknown zone. */
export const eveningAfter = (at: Date, timeZone: string): Date => nextAt(EVENING_MS, at, timeZone);

/** Returns a moment by day, 8:00 to 22:00, as it is, and the next 8:00 for one by night: then nobody is notified. */
export function byDay(at: Date, timeZone: string): Date {
  const morning = nextAt(MORNING_MS, at, timeZone);
  return morning < nextAt(NIGHT_MS, at, timeZone) ? morning : at;
}

/** Returns the next moment at which a time zone's clocks show a time, counted from midnight. */
function nextAt(timeMs: number, at: Date, timeZone: string): Date {
  const zone = known(timeZone);
  const days = Math.floor((localMs(zone, at) - timeMs) / DAY_MS) + 1;
  return firstAt(zone, days * DAY_MS + timeMs);
}

// Local times are counted like UTC. Whole moments of the library would take ten times as long, for every gift.
const localMs = (zone: MomentZone, at: Date) => at.getTime() - zone.utcOffset(at.getTime()) * MINUTE_MS;
const firstAt = (zone: MomentZone, ms: number) => new Date(ms + zone.parse(ms) * MINUTE_MS);

/** The library itself would take an unknown zone for UTC. Older trees may have any name that the rules know. */
function known(timeZone: string): MomentZone {
  const zone = moment.tz.zone(timeZone);
  if (zone === null) throw new RangeError(`unknown time zone: ${timeZone}`);
  return zone;
}

/** Maps each name in lower case to the zone that is kept for it, or to null. */
function tidyNames(): Map<string, string | null> {
  const kept = new Set([...ZONES, ...ZONE_NAMES.filter((name) => /^Etc\/GMT[+-]/.test(name))]);
  const firsts = new Map([...kept].toReversed().map((name) => [leaderOf(name), name]));
  return new Map(
    ZONE_NAMES.map((name) => {
      const zone = [name, leaderOf(name)].find((each) => kept.has(each)) ?? firsts.get(leaderOf(name)) ?? null;
      return [name.toLowerCase(), zone];
    }),
  );
}
