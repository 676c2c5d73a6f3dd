import type { Day } from "#contract/days";
import { serverNow } from "./server-clock.ts";

/**
 * Today in the device's time zone, by the server's clock. Needs no table of all zones, which is slow to load on a slow
 * phone.
 */
export function ownToday(): Day {
  const now = new Date(serverNow());
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}
