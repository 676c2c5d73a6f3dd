/**
 * A calendar day, `YYYY-MM-DD`, in the time zone that it is paired with.
 * Functions that take one expect that `isDay` accepted it and do not check it again.
 */
export type Day = string;

const DAY_MS = 86_400_000;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day that exists: `2028-02-29` does, `2027-02-29` does not. */
export function isDay(text: string): boolean {
  if (!DAY_PATTERN.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && toDay(midnight) === text;
}

/** Returns the day `count` days later, or earlier if negative. */
export function addDays(day: Day, count: number): Day {
  return toDay(new Date(utcMidnight(day) + count * DAY_MS));
}

/** Returns the same day `count` years later. 29 February becomes 28 February if the year has none. */
export function addYears(day: Day, count: number): Day {
  const moved = `${String(Number(day.slice(0, 4)) + count).padStart(4, "0")}${day.slice(4)}`;
  return isDay(moved) ? moved : moved.replace(/29$/, "28");
}

/** Returns the same day `count` months later, or the last day of that month if it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const moved = new Date(utcMidnight(`${day.slice(0, 7)}-01`));
  moved.setUTCMonth(moved.getUTCMonth() + count);
  const lastOfMonth = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(toDay(moved), Math.min(Number(day.slice(8)), lastOfMonth) - 1);
}

/** Whole days from one day to another; negative if `to` is before `from`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / DAY_MS);
}

/**
 * Returns the IANA time zone for a name, in its canonical letter case, or null if there is none.
 * Refuses offsets such as `+09:00`: they have no daylight saving time.
 */
export function tidyTimeZone(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return null;
  try {
    const known = clockIn(name).resolvedOptions().timeZone;
    // Keep an alias (Asia/Calcutta) as given; correct only the letter case.
    return known.toLowerCase() === name.toLowerCase() ? known : name;
  } catch {
    return null;
  }
}

/** Returns the calendar day at a moment in a time zone. Throws RangeError for an unknown zone. */
export function dayIn(timeZone: string, moment: Date): Day {
  return toDay(new Date(moment.getTime() + offsetMs(timeZone, moment.getTime())));
}

/**
 * Returns the first moment of a day in a time zone: 00:00, or the end of the jump if the clocks skip midnight. If
 * midnight occurs twice, the first. If the zone skipped the whole day, the start of the next day.
 * Throws RangeError for an unknown zone.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const localMidnight = utcMidnight(day);
  const before = localMidnight - offsetMs(timeZone, localMidnight - DAY_MS);
  const after = localMidnight - offsetMs(timeZone, localMidnight + DAY_MS);
  const midnights = [before, after].filter((moment) => moment + offsetMs(timeZone, moment) === localMidnight);
  return new Date(midnights.length > 0 ? Math.min(...midnights) : landingOfJump(localMidnight, timeZone));
}

/** For clocks that jump over `localMidnight`: returns the first moment, to the second, whose local time is past it. */
function landingOfJump(localMidnight: number, timeZone: string): number {
  let early = localMidnight - 2 * DAY_MS;
  let late = localMidnight + 2 * DAY_MS;
  while (late - early > 1000) {
    const middle = Math.floor((early + late) / 2000) * 1000;
    if (middle + offsetMs(timeZone, middle) >= localMidnight) late = middle;
    else early = middle;
  }
  return late;
}

/** Returns the zone's UTC offset at that moment, in milliseconds; positive east of UTC. */
function offsetMs(timeZone: string, moment: number): number {
  // Fast path: this runs for every gift.
  if (timeZone === "UTC") return 0;
  const parts: Record<string, number> = {};
  for (const { type, value } of clockIn(timeZone).formatToParts(moment)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  // Clients send names in many letter cases. Only about 600 zones exist, so this limit is rarely reached.
  if (clocks.size >= 1000) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}

function utcMidnight(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function toDay(moment: Date): Day {
  return moment.toISOString().slice(0, 10);
}
