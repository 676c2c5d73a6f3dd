import type { Day } from "#contract/days";

/** The time zone that the visitor's device is set to, by the name the device has for it; it may be one that nobody knows. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Today where the visitor is. The device's clock knows without the table of all zones, which takes a slow phone long to load. */
export function ownToday(): Day {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}
