import { describeError, type Log } from "../../../shared/observability/log.ts";
import type { Database } from "../db/client.ts";
import type { Transport } from "../mail/transport.ts";
import type { Measures } from "../observability/measures.ts";
import { abandonedAccounts, type DeleteAccount } from "./abandoned-accounts.ts";
import { expiredRows, idleCounters } from "./expired-rows.ts";
import { type Job, piecesOf } from "./job.ts";
import { endedGatherings, expiredTrees, treeNotices } from "./trees.ts";

/** How often the jobs run. */
export const RETENTION_MS = 10 * 60 * 1000;
/**
 * Maximum duration of a job per run; the next run does the rest. All jobs together take less than the interval
 * between runs.
 */
const JOB_MS = 50_000;

/** `jobMs`: maximum duration of each job per run. `isStopping`: whether to start nothing more. */
type Options = {
  jobMs?: number;
  isStopping?: () => boolean;
  measures?: Measures | undefined;
  deleteAccount?: DeleteAccount;
};

/**
 * Returns a function that deletes expired data. Any replica may run it at any time: rows locked by one are skipped by
 * the others, as with mails. Joins a run in progress instead of starting another.
 */
export function retention(
  database: Database,
  transport: Pick<Transport, "sweep" | "isOutbox">,
  log: Log,
  { jobMs = JOB_MS, isStopping = () => false, measures, deleteAccount }: Options = {},
) {
  const jobs: Job[] = [
    ...expiredRows(database),
    idleCounters(database),
    endedGatherings(database),
    treeNotices(database),
    expiredTrees(database),
    // Where mails only reach a folder, nobody could confirm an address.
    ...(deleteAccount && !transport.isOutbox ? [abandonedAccounts(database, deleteAccount)] : []),
    // Mails in the outbox folder, which is used without a mail server.
    { name: "outbox files", pieces: (now) => piecesOf(1000, (most) => transport.sweep(now, most)) },
  ];
  for (const { name } of jobs) measures?.jobScheduled(name, RETENTION_MS / 1000);
  let round: Promise<void> | undefined;

  async function doAll(now: Date): Promise<void> {
    for (const job of jobs) await doOne(job, now);
  }

  /** A failing job does not stop the others; the next run retries it. */
  async function doOne({ name, pieces }: Job, now: Date): Promise<void> {
    const endsAt = performance.now() + jobMs;
    let count = 0;
    try {
      let beganAt = performance.now();
      for await (const gone of pieces(now)) {
        count += gone;
        if (isStopping() || performance.now() > endsAt) break;
        // Pause for as long as the batch took, to leave the database to other work.
        await Bun.sleep(performance.now() - beganAt);
        beganAt = performance.now();
      }
      measures?.jobSucceeded(name);
    } catch (error) {
      measures?.jobFailed(name);
      log.warn("retention job failed, will retry", { job: name, ...describeError(error) });
    }
    if (count > 0) log.info("retention", { job: name, count });
  }

  return (now: Date): Promise<void> => {
    round ??= doAll(now).finally(() => {
      round = undefined;
    });
    return round;
  };
}
