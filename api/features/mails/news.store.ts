import { sql } from "drizzle-orm";
import type { TreeNews } from "#contract/mails";
import type { Database } from "../../platform/db/client.ts";

/** How many senders of a tree are named. */
const NAMES = 3;

/**
 * Returns the gifts that a queued digest tells of, by tree. It reads the public part of gifts only: a text, or the name
 * of a sender who hides it, cannot come into a mail.
 */
export async function newsOf(database: Database, job: string): Promise<TreeNews[]> {
  const news = await database.execute<TreeNews>(sql`
    with part as (
      select trees.share_code, trees.name, trees.created_at, "upTo" as up_to,
        greatest("after", seen_position) as seen
      from mail_jobs
        cross join jsonb_to_recordset(digest) as part("shareCode" text, "after" integer, "upTo" integer)
        join trees on trees.share_code = "shareCode" and trees.owner_id = mail_jobs.owner_id
      where mail_jobs.id = ${job} and taken_down_for is null
    ), fresh as (
      select part.share_code, position, sender_name from part join gifts
        on gifts.share_code = part.share_code and position > seen and position <= up_to and taken_down_for is null
    ), named as (
      select share_code, sender_name, row_number() over (partition by share_code order by min(position)) as rank
      from fresh where sender_name is not null group by share_code, sender_name
    )
    select share_code as "shareCode", name as "treeName", "giftCount", names, people - cardinality(names) as others
    from part join (
      select share_code, count(*)::integer as "giftCount",
        (count(distinct sender_name) + count(*) filter (where sender_name is null))::integer as people
      from fresh group by share_code
    ) as counted using (share_code), lateral (
      select array(
        select sender_name from named where named.share_code = part.share_code and rank <= ${NAMES} order by rank
      ) as names
    ) as first
    order by created_at desc, share_code`);
  return [...news];
}
