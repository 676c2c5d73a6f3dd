/** How long requests in progress may take after a program is asked to stop. */
export const DRAIN_SECONDS = 10;
/** Delay before the port closes: clients get `Connection: close` first, and proxies switch to other instances. */
export const LEAD_SECONDS = 0.2;

/** Returns the DRAIN_SECONDS setting in milliseconds. Uses the default if it is not a number from 0 to 60. */
export const drainMs = (text: string | undefined): number => millisecondsOf(text, DRAIN_SECONDS);
/** Returns the LEAD_SECONDS setting in milliseconds. Uses the default if it is not a number from 0 to 60. */
export const leadMs = (text: string | undefined): number => millisecondsOf(text, LEAD_SECONDS);

function millisecondsOf(text: string | undefined, usual: number): number {
  const seconds = text ? Number(text) : usual;
  return 1000 * (seconds >= 0 && seconds <= 60 ? seconds : usual);
}

/** Waits for work up to a timeout. Returns whether it finished in time; work that fails counts as finished. */
export async function doneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** Runs `stop` once, on a signal or when the parent process exits, then exits with 0. A second signal exits at once. */
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
