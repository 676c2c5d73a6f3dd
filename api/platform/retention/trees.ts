import { sql } from "drizzle-orm";
import { TREE_NOTICE_DAYS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { deleteHeldTree, GIFTS_AT_ONCE, type GoingTree } from "../db/delete-tree.ts";
import { trees } from "../db/schema.ts";
import { expiresWithin } from "./expiry.ts";
import { before, DAY_MS, deleteThose, type Job, piecesOf } from "./job.ts";

/** Includes all gifts on them. */
const TREES_AT_ONCE = 10;

/**
 * Deletes trees that opened long ago, with everything on them. None is deleted before the promised time since its
 * notice has passed, even if the notice was queued late; failed deliveries of the mail make no difference. Trees with
 * very many gifts are deleted one by one.
 */
export const expiredTrees = (database: Database): Job => ({
  name: "trees",
  async *pieces(now) {
    const wasTold = sql`${trees.expiryToldAt} <= ${before(now, TREE_NOTICE_DAYS * DAY_MS)}`;
    const isOver = sql`${wasTold} and ${expiresWithin(0, now)}`;
    const isSmall = sql`${isOver} and ${trees.hungCount} <= ${GIFTS_AT_ONCE}`;
    yield* piecesOf(TREES_AT_ONCE, (most) => deleteThose(database, trees, isSmall, most));
    yield* piecesOf(1, () =>
      database.transaction(async (transaction) => {
        const [tree] = await transaction.execute<GoingTree>(sql`
          select share_code as "shareCode", hung_count as "hungCount" from trees where ${isOver}
          limit 1 for update skip locked`);
        if (!tree) return 0;
        await deleteHeldTree(transaction, tree);
        return 1;
      }),
    );
  },
});
