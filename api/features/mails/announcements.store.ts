import { sql } from "drizzle-orm";
import { dayIn, eveningAfter, startOfDay } from "../../../shared/time-zones.ts";
import { byZone } from "../../platform/db/by-zone.ts";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { waitsBriefly } from "../../platform/db/hold-owner.ts";

/** The rows of these trees, or of these owners' trees, are locked meanwhile, which blocks new gifts on them. */
const AT_ONCE = 100;

export type Announcements = ReturnType<typeof announcements>;

/**
 * Queues mails about trees, a batch per call, and returns how many trees or owners it handled. Every replica may call
 * it at any time: what a mail tells of is marked as told in the transaction that queues it, and each row goes to one
 * replica. Batches are small, because hundreds of thousands of trees open at the same midnight.
 */
export function announcements(database: Database) {
  return {
    /** One mail to the owner of each tree that has opened. Those that opened before `since` are marked, but get no mail. */
    async openings(now: Date, since: Date): Promise<number> {
      const announced = await database.execute(sql`
        with due as (
          select share_code from trees where opens_at <= ${at(now)} and not is_opening_told
          order by opens_at limit ${AT_ONCE} for update skip locked
        ), announced as (
          update trees set is_opening_told = true from due where trees.share_code = due.share_code
          returning trees.share_code, trees.owner_id, trees.opens_at
        ), queued as (
          insert into mail_jobs (kind, owner_id, share_code, due_at)
          select 'tree_opens', owner_id, share_code, ${at(now)}
          from announced join owners on owners.id = owner_id
          where opens_at > ${at(since)} and email_verified and opening_mails
        )
        select share_code from announced`);
      return announced.length;
    },

    /**
     * One mail to the owner of each tree that opens until `until`. Trees that were created later than that, and those that
     * nobody can leave a gift on, get none.
     */
    async reminders(now: Date, until: Date): Promise<number> {
      const reminded = await database.execute(sql`
        with due as (
          select share_code from trees
          where opens_at > ${at(now)} and opens_at <= ${at(until)} and not is_reminder_told
          order by opens_at limit ${AT_ONCE} for update skip locked
        ), reminded as (
          update trees set is_reminder_told = true from due where trees.share_code = due.share_code
          returning trees.share_code, trees.owner_id, not is_paused and taken_down_for is null as is_shared
        ), queued as (
          insert into mail_jobs (kind, owner_id, share_code, due_at)
          select 'tree_reminder', owner_id, share_code, ${at(now)}
          from reminded join owners on owners.id = owner_id
          where is_shared and email_verified and gift_mails
        )
        select share_code from reminded`);
      return reminded.length;
    },

    /**
     * One mail for each owner whose trees have news that are due, at most one a day, about all their trees. Owners
     * without a confirmed address, and those who do not want it, get none, and are not told of these gifts later.
     */
    async digests(now: Date): Promise<number> {
      return database.transaction(async (transaction) => {
        // Two trees of an owner may come to two replicas: the owner goes to one of them. Locked before their trees, as
        // an owner's writes do. A tree that is being deleted is locked for long, and wants its owner then: come again.
        const held = await transaction.execute<{ id: string }>(sql`
          select id from owners where id in (
            select owner_id from trees where news_due_at <= ${at(now)} order by news_due_at limit ${AT_ONCE}
          ) and ${waitsBriefly()} for no key update skip locked`);
        const owners = held.map(({ id }) => id);
        if (owners.length > 0) await queueDigests(transaction, owners, now);
        return owners.length;
      });
    },
  };
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/**
 * Separate statements, so that they see what the previous holder of an owner or of a tree committed. Trees are locked in
 * the order of all batches. A second digest on a day, for trees of different time zones, waits until the next evening.
 */
async function queueDigests(transaction: Transaction, held: readonly string[], now: Date): Promise<void> {
  const isTheirs = sql`owner_id = any(${sql.param([...held])}::uuid[]) and news_due_at < 'infinity'`;
  await transaction.execute(sql`select share_code from trees where ${isTheirs} order by share_code for no key update`);
  const midnight = byZone(sql`time_zone`, (zone) => startOfDay(dayIn(zone, now), zone).toISOString());
  const evening = byZone(sql`time_zone`, (zone) => eveningAfter(now, zone).toISOString());
  await transaction.execute(sql`
    with news as (
      select share_code, owner_id, time_zone, news_due_at, hung_count, greatest(news_after, seen_position) as seen,
        taken_down_for is null as is_visible
      from trees where ${isTheirs}
    ), due as (
      select distinct on (owner_id) owner_id, time_zone from news where news_due_at <= ${at(now)}
      order by owner_id, news_due_at
    ), ready as (
      select owner_id, email_verified and gift_mails as is_wanted from due join owners on owners.id = owner_id
      where (digest_at between ${midnight}::timestamptz and ${at(now)}) is not true
    ), told as (
      select news.*, owner_id in (select owner_id from ready) as is_told, ${evening}::timestamptz as evening
      from news where news_due_at <= ${at(now)} or owner_id in (select owner_id from ready)
    ), updated as (
      update trees set news_after = case when is_told then null else trees.news_after end,
        news_due_at = case when is_told then null else evening end
      from told where trees.share_code = told.share_code
    ), queued as (
      insert into mail_jobs (kind, owner_id, due_at, digest)
      select 'tree_digest', owner_id, ${at(now)},
        json_agg(json_build_object('shareCode', share_code, 'after', seen, 'upTo', hung_count) order by share_code)
      from news join ready using (owner_id) where is_wanted and is_visible and hung_count > seen
      group by owner_id returning owner_id
    )
    update owners set digest_at = ${at(now)} from queued where owners.id = queued.owner_id`);
}
