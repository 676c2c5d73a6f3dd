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

/** Returns the same day of the first later year in which it is still to come. `day` is not after today. */
export function nextReturn(day: Day, today: Day): Day {
  const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4));
  const thisYear = addYears(day, years);
  return thisYear > today ? thisYear : addYears(day, years + 1);
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

function utcMidnight(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function toDay(moment: Date): Day {
  return moment.toISOString().slice(0, 10);
}
