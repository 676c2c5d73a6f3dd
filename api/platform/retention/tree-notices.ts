import { sql } from "drizzle-orm";
import { TREE_NOTICE_DAYS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { trees } from "../db/schema.ts";
import { expiresWithin } from "./expiry.ts";
import { before, type Job, piecesOf } from "./job.ts";

/**
 * Queues the mail to a tree's owner that announces its deletion, and records it, in one statement: only one replica does
 * so, once per tree. Owners without a confirmed address get no mail; the tree's own page shows the date too.
 */
export const treeNotices = (database: Database): Job => ({
  name: "notices of trees that expire",
  pieces: (now) =>
    piecesOf(200, async (most) => {
      const announced = await database.execute(sql`
        with due as (
          select ${trees.shareCode} from ${trees}
          where ${trees.expiryToldAt} is null and ${expiresWithin(TREE_NOTICE_DAYS, now)}
          limit ${most} for update skip locked
        ), announced as (
          update trees set expiry_told_at = ${before(now, 0)} from due where trees.share_code = due.share_code
          returning trees.share_code, trees.owner_id
        ), queued as (
          insert into mail_jobs (kind, owner_id, share_code, due_at)
          select 'tree_expires', owner_id, share_code, ${before(now, 0)}
          from announced join owners on owners.id = owner_id where email_verified
        )
        select share_code from announced`);
      return announced.length;
    }),
});
