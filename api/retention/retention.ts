import type { Database } from "../db/client.ts";
import { describeError, type Log } from "../log.ts";
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

/** What is left over then goes in the next round. */
const BATCHES_MAX = 20;

/**
 * Does away with what has had its time, a bounded number at a time. Any replica may run it at any moment: rows that one of
 * them holds are left out by the others, as with mails.
 */
export function retention(database: Database, transport: Pick<Transport, "sweep">, log: Log) {
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
  return async (now: Date): Promise<void> => {
    for (const job of jobs) {
      // One that fails keeps no other from its work; it is tried again in the next round.
      const count = await inBatches(job, now).catch((error) => {
        log.warn("retention failed, to be tried again", { job: job.name, ...describeError(error) });
        return 0;
      });
      if (count > 0) log.info("retention", { job: job.name, count });
    }
  };
}

async function inBatches({ run, batch }: Job, now: Date): Promise<number> {
  let count = 0;
  for (let i = 0; i < BATCHES_MAX; i += 1) {
    const gone = await run(now, batch);
    count += gone;
    if (gone < batch) break;
  }
  return count;
}
