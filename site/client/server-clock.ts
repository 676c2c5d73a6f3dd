import type { Day } from "#contract/days";

/**
 * The server's time. Trees open by the server's clock. A device's clock may be hours off, and a page may be an old
 * copy: from a cache, from before the device slept, or from an offline visit.
 */

const DOUBT_MS = 5_000;
/** After a gap this long, the device slept or the page was hidden. */
const PAUSE_MS = 3 * 60_000;

// When the page was sent (site/page-headers.ts), exposed by browsers on pages with TLS. It is never later than the
// server's current time, so times derived from it are at worst late.
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const made = Date.parse(navigation?.serverTiming?.find(({ name }) => name === "now")?.description ?? "");
let deviceAhead = Date.now() - made;
let isKnown = Math.abs(deviceAhead) < DOUBT_MS;
let lastAsked = { device: Date.now(), steady: performance.now() };

/** The server's current time in milliseconds, or the device's time if that is unknown. */
export const serverNow = (): number => (isKnown ? Date.now() - deviceAhead : Date.now());

/** Whether `serverNow` is the server's time; asks the server first if in doubt. */
export async function knowsServerTime(): Promise<boolean> {
  const now = { device: Date.now(), steady: performance.now() };
  const passed = now.device - lastAsked.device;
  // A changed clock, or a sleep, makes the wall clock diverge from the monotonic one.
  if (passed > PAUSE_MS || Math.abs(passed - (now.steady - lastAsked.steady)) > DOUBT_MS) isKnown = false;
  lastAsked = now;
  if (!isKnown) await ask();
  return isKnown;
}

async function ask(): Promise<void> {
  try {
    const { data } = await (await fetch("/v1/status", { cache: "no-store" })).json();
    deviceAhead = Date.now() - Date.parse(data.time);
    isKnown = !Number.isNaN(deviceAhead);
  } catch {
    // Offline, or the server is unavailable.
  }
}

/**
 * Today in the device's time zone, by the server's clock. Needs no table of all zones, which is slow to load on a slow
 * phone.
 */
export function ownToday(): Day {
  const now = new Date(serverNow());
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}
