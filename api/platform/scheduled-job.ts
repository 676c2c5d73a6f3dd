import { describeError, type Log } from "../../shared/observability/log.ts";
import type { Measures } from "./observability/measures.ts";

/**
 * Runs a job periodically. A failed run is retried at the next interval. Of several failures in a row, logs the first
 * one and the recovery. It pauses while it is held.
 */
export function scheduleJob(
  ms: number,
  job: string,
  { log, measures, isHeld = () => false }: { log: Log; measures: Measures | undefined; isHeld?: () => boolean },
  work: () => Promise<void>,
): Timer {
  let isFailing = false;
  measures?.jobScheduled(job, ms / 1000);
  return setInterval(async () => {
    if (isHeld()) return;
    try {
      await work();
      measures?.jobSucceeded(job);
      if (isFailing) log.info("job recovered", { job });
      isFailing = false;
    } catch (error) {
      measures?.jobFailed(job);
      if (!isFailing) log.warn("job failed, will retry", { job, ...describeError(error) });
      isFailing = true;
    }
  }, ms);
}
