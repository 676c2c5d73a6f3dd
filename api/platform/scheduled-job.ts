import { describeError, type Log } from "../log.ts";

/** Does a job again and again. One that fails is tried again at its next turn: of several failures the log hears of the first, and of their end. */
export function scheduleJob(ms: number, job: string, log: Log, work: () => Promise<void>): Timer {
  let isFailing = false;
  return setInterval(async () => {
    try {
      await work();
      if (isFailing) log.info("a job works again", { job });
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn("a job failed, to be tried again", { job, ...describeError(error) });
      isFailing = true;
    }
  }, ms);
}
