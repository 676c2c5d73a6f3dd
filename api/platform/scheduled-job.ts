import { describeError, type Log } from "../log.ts";

/**
 * Runs a job periodically. A failed run is retried at the next interval. Of several failures in a row, logs the first
 * one and the recovery.
 */
export function scheduleJob(ms: number, job: string, log: Log, work: () => Promise<void>): Timer {
  let isFailing = false;
  return setInterval(async () => {
    try {
      await work();
      if (isFailing) log.info("job recovered", { job });
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn("job failed, will retry", { job, ...describeError(error) });
      isFailing = true;
    }
  }, ms);
}
