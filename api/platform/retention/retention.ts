import { describeError, type Log } from "../../log.ts";
import type { Database } from "../db/client.ts";
import type { Transport } from "../mail/transport.ts";
import { oldAddressKeys } from "./address-keys.ts";
import { oldAnswers } from "./idempotency-keys.ts";
import type { Job } from "./job.ts";
import { links } from "./links.ts";
import { outboxFiles } from "./outbox-files.ts";
import { idleCounters } from "./rate-counters.ts";
import { oldReports } from "./reports.ts";
import { sessions } from "./sessions.ts";
import { treeNotices } from "./tree-notices.ts";
import { expiredTrees } from "./trees.ts";

/** So long a job may take of one round; what is left over then goes in the next. All jobs together take less than lies between two. */
const JOB_MS = 50_000;

/** `jobMs`: how long each job may take of one round. `isStopping`: whether to begin with nothing more. */
type Bounds = { jobMs?: number; isStopping?: () => boolean };

/**
 * Does away with what has had its time. Any replica may run it at any moment: rows that one of them holds are left out by the
 * others, as with mails. A round that is under way is joined, not doubled.
 */
export function retention(
  database: Database,
  transport: Pick<Transport, "sweep">,
  log: Log,
  { jobMs = JOB_MS, isStopping = () => false }: Bounds = {},
) {
  const jobs: Job[] = [
    sessions(database),
    links(database),
    oldAnswers(database),
    idleCounters(database),
    oldAddressKeys(database),
    oldReports(database),
    treeNotices(database),
    expiredTrees(database),
    outboxFiles(transport),
  ];
  let round: Promise<void> | undefined;

  async function doAll(now: Date): Promise<void> {
    for (const job of jobs) await doOne(job, now);
  }

  /** One that fails keeps no other from its work; it is tried again in the next round. */
  async function doOne({ name, pieces }: Job, now: Date): Promise<void> {
    const endsAt = performance.now() + jobMs;
    let count = 0;
    try {
      let beganAt = performance.now();
      for await (const gone of pieces(now)) {
        count += gone;
        if (isStopping() || performance.now() > endsAt) break;
        // As long as a piece took, the database is everybody else's.
        await Bun.sleep(performance.now() - beganAt);
        beganAt = performance.now();
      }
    } catch (error) {
      log.warn("retention failed, to be tried again", { job: name, ...describeError(error) });
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
