import { sql } from "drizzle-orm";
import { TREE_NOTICE_DAYS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { trees } from "../db/schema.ts";
import { tellOwners } from "../db/tell-owners.ts";
import { expiresWithin } from "./expiry.ts";
import { type Job, piecesOf } from "./job.ts";

/**
 * Queues the mail to a tree's owner that announces its deletion, and records it: only one replica does so, once per tree.
 * Owners without a confirmed address get no mail; the tree's own page shows the date too.
 */
export const treeNotices = (database: Database): Job => ({
  name: "notices of trees that expire",
  pieces: (now) =>
    piecesOf(200, (most) =>
      tellOwners(database, {
        kind: "tree_expires",
        now,
        isDue: sql`${trees.expiryToldAt} is null and ${expiresWithin(TREE_NOTICE_DAYS, now)}`,
        told: { expiryToldAt: now },
        wantedBy: () => sql`email_verified`,
        most,
      }),
    ),
});
