import { sql } from "drizzle-orm";
import { TREE_NOTICE_DAYS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { trees } from "../db/schema.ts";
import { expiresWithin } from "./expiry.ts";
import { before, DAY_MS, deleteBatch, type Job } from "./job.ts";

/**
 * Trees that opened long ago, with all that hangs on them. None goes before its notice is as old as was promised, were it
 * asked for late; how often the mail itself failed makes no difference. Few at once: a tree may hold very many gifts.
 */
export const expiredTrees = (database: Database): Job => ({
  name: "trees",
  batch: 10,
  run(now, batch) {
    const wasTold = sql`${trees.expiryToldAt} <= ${before(now, TREE_NOTICE_DAYS * DAY_MS)}`;
    return deleteBatch(database, trees, sql`${wasTold} and ${expiresWithin(0, now)}`, batch);
  },
});
