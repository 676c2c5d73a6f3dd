/**
 * The service's time. Trees open by its clock; a device's own may be hours wrong, and a page may be an older copy: from
 * a cache, from before a laptop slept, or from the time without a connection.
 */

const DOUBT_MS = 5_000;
/** Nobody asked for so long: the device slept, or the page was out of sight. */
const PAUSE_MS = 3 * 60_000;

// When the page was sent (site/server-time.ts), which browsers tell on pages with TLS: never later than the service's present
// time, so what is counted from it is late at worst.
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const made = Date.parse(navigation?.serverTiming?.find(({ name }) => name === "now")?.description ?? "");
let deviceAhead = Date.now() - made;
let etagMatches = Math.abs(deviceAhead) < DOUBT_MS;
let lastAsked = { device: Date.now(), steady: performance.now() };

/** The service's present time in milliseconds, or the device's where nothing better is known. */
export const serverNow = (): number => (etagMatches ? Date.now() - deviceAhead : Date.now());

/** Whether `serverNow` is the service's time; where there is doubt, the service is asked first. */
export async function knowsServerTime(): Promise<boolean> {
  const now = { device: Date.now(), steady: performance.now() };
  const passed = now.device - lastAsked.device;
  // A clock that was set goes another way than the one that only counts on, and so does one that slept.
  if (passed > PAUSE_MS || Math.abs(passed - (now.steady - lastAsked.steady)) > DOUBT_MS) etagMatches = false;
  lastAsked = now;
  if (!etagMatches) await ask();
  return etagMatches;
}

async function ask(): Promise<void> {
  try {
    const { data } = await (await fetch("/v1/status", { cache: "no-store" })).json();
    deviceAhead = Date.now() - Date.parse(data.time);
    etagMatches = !Number.isNaN(deviceAhead);
  } catch {
    // There is no connection just now, or the service is away.
  }
}
