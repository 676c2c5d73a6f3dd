import { describeError, type Log } from "../../shared/observability/log.ts";

/** A run ends after this long and the next one goes on, so that a long queue does not look like a job that hangs. */
const RUN_MS = 60_000;

type Queue<Job> = {
  /** Claims some of the jobs that are due. */
  claim: () => Promise<readonly Job[]>;
  /** Returns whether the job needs no further attempt. */
  deliver: (job: Job) => Promise<boolean>;
  /** Queues what is not urgent, once no other job is due; returns how much. */
  announce: () => Promise<number>;
  hangUp?: () => void;
  log: Log;
};

/** Works off a queue whose jobs are each claimed by one replica. */
export function queueRounds<Job>({ claim, deliver, announce, hangUp, log }: Queue<Job>) {
  let round: Promise<void> | undefined;
  let isEnding = false;

  // One whose tree cannot be read now comes again, as if it could not be sent, and holds up no other.
  const comesAgain = (error: unknown) => {
    log.warn("mail or notification not sent, will retry", describeError(error));
    return false;
  };

  async function deliverAll(): Promise<void> {
    const endsAt = performance.now() + RUN_MS;
    while (!isEnding && performance.now() < endsAt) {
      const claimed = await claim();
      const ended = await Promise.all(claimed.map((job) => deliver(job).catch(comesAgain)));
      // Every one failed, so who takes them is probably down: stop until the next run.
      if (claimed.length > 0 && !ended.includes(true)) return;
      if (claimed.length === 0 && (await announce()) === 0) return;
    }
  }

  return {
    /** Sends everything that is due; joins a run in progress instead of starting another. */
    deliver(): Promise<void> {
      round ??= deliverAll().finally(() => {
        hangUp?.();
        round = undefined;
      });
      return round;
    },

    /** Starts no further job, and resolves when none is in progress. */
    async settle(): Promise<void> {
      isEnding = true;
      await round?.catch(() => {});
    },
  };
}
