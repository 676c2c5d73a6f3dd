/** So long requests that are under way may take when a program is asked to stop. */
export const DRAIN_MS = 10_000;
/** Before the port closes: who keeps connections open hears `Connection: close` on them first, and proxies look elsewhere. */
export const LEAD_SECONDS = 0.2;

/** What LEAD_SECONDS sets, in milliseconds; what is no number from 0 to 60 counts as not set. */
export function leadMs(text: string | undefined): number {
  const seconds = text ? Number(text) : LEAD_SECONDS;
  return 1000 * (seconds >= 0 && seconds <= 60 ? seconds : LEAD_SECONDS);
}

/** Waits for work, but not for longer; says whether it was done. Work that fails counts as done: there is no more of it. */
export async function doneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** Stops once, when asked or when the starter is gone, and ends with 0. A second signal ends the program at once. */
export function onStop(stop: () => Promise<void>): void {
  let isStopping = false;
  const begin = async () => {
    isStopping = true;
    await stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => (isStopping ? process.exit(1) : begin()));
  }
  process.on("disconnect", () => isStopping || begin());
}
