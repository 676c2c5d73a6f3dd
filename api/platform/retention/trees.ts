import { and, eq, gt, lte, or, sql } from "drizzle-orm";
import type { MailKind } from "#contract/mails";
import { TREE_NOTICE_DAYS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { deleteTree } from "../db/delete-tree.ts";
import { trees } from "../db/schema.ts";
import { tellOwners } from "../db/tell-owners.ts";
import { expiresWithin, unclaimedWithin } from "./expiry.ts";
import { before, DAY_MS, type Job, piecesOf } from "./job.ts";

const TREES_AT_ONCE = 10;

/** Forgets until when everyone was here, tree by tree: it would tell when gifts were left. */
export const endedGatherings = (database: Database): Job => ({
  name: "ended gatherings",
  pieces: (now) =>
    piecesOf(200, async (most) => {
      const isOver = lte(trees.gathersUntil, now);
      const ended = await database.select({ code: trees.shareCode }).from(trees).where(isOver).limit(most);
      for (const { code } of ended) {
        await database
          .update(trees)
          .set({ gathersUntil: null })
          .where(and(isOver, eq(trees.shareCode, code)));
      }
      return ended.length;
    }),
});

/**
 * Queues the mail that announces a tree's deletion, to its owner, or to its organizer if nobody has claimed it; and records
 * it: only one replica does so, once per tree. Accounts without a confirmed address get no mail; the tree's own page shows the
 * date too.
 */
export const treeNotices = (database: Database): Job => ({
  name: "notices of trees that expire",
  pieces: (now) =>
    piecesOf(200, async (most) => {
      const tell = (kind: MailKind, isSoon: typeof expiresWithin) =>
        tellOwners(database, {
          ...{ kind, now, most },
          isDue: sql`${trees.expiryToldAt} is null and ${isSoon(TREE_NOTICE_DAYS, now)}`,
          told: { expiryToldAt: now },
          wantedBy: () => sql`email_verified`,
          recipient: ({ ownerId, organizerId }) => ownerId ?? organizerId,
        });
      return (await tell("tree_expires", expiresWithin)) + (await tell("tree_unclaimed", unclaimedWithin));
    }),
});

/**
 * Deletes trees that opened long ago, with everything on them. None is deleted before the promised time since its
 * notice has passed, even if the notice was queued late; failed deliveries of the mail make no difference. One that is
 * locked is left to the next run.
 */
export const expiredTrees = (database: Database): Job => ({
  name: "trees",
  async *pieces(now) {
    const wasTold = sql`${trees.expiryToldAt} <= ${before(now, TREE_NOTICE_DAYS * DAY_MS)}`;
    const isOver = and(wasTold, or(expiresWithin(0, now), unclaimedWithin(0, now)));
    for (let last = ""; ; ) {
      const isNext = and(isOver, gt(trees.shareCode, last));
      const over = await database
        .select({ code: trees.shareCode })
        .from(trees)
        .where(isNext)
        .orderBy(trees.shareCode)
        .limit(TREES_AT_ONCE);
      let gone = 0;
      for (const { code } of over) {
        const isTree = and(isOver, eq(trees.shareCode, code));
        if (await database.transaction((within) => deleteTree(within, isTree, { skipLocked: true }))) gone += 1;
        last = code;
      }
      if (over.length === 0) return;
      yield gone;
    }
  },
});
