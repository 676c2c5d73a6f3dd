import type { Day } from "#contract/days";
import { serverNow } from "./server-clock.ts";

/** The time zone that the visitor's device is set to, by the name the device has for it; it may be one that nobody knows. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Today where the visitor is, by the service's clock in the device's own zone, for which no table of all zones is needed: a slow phone
 * takes long to load it.
 */
export function ownToday(): Day {
  const now = new Date(serverNow());
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}
