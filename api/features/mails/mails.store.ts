import { and, count, eq, isNotNull, isNull, min, sql } from "drizzle-orm";
import type { Day } from "#contract/days";
import type { Language } from "#contract/languages";
import { type MailKind, NEWS_MAILS, type QueueCounts, type TreeNews } from "#contract/mails";
import type { ReportReason } from "#contract/reports";
import type { Database } from "../../platform/db/client.ts";
import { claimDue } from "../../platform/db/push-jobs.ts";
import { oneOf } from "../../platform/db/schema/columns.ts";
import {
  appeals,
  type DigestPart,
  hearsOfQueue,
  isUrgent,
  mailJobs,
  moderators,
  owners,
  reports,
  trees,
} from "../../platform/db/schema.ts";

export type MailJob = {
  id: string;
  kind: MailKind;
  attempts: number;
  ownerId: string;
  address: string;
  language: Language;
  /** Confirmed, if only by a link that anybody may have followed, as up to version 1.0. */
  isEmailConfirmed: boolean;
  /** Confirmed by whoever holds the account. */
  isProven: boolean;
  isForConfirmed: boolean;
  openingMails: boolean;
  giftMails: boolean;
  shareCode: string | null;
  treeName: string | null;
  giftCount: number | null;
  openingDay: Day | null;
  timeZone: string | null;
  expiryToldAt: Date | null;
  /** Whether it is about a tree that nobody has claimed, to its organizer. */
  isUnclaimed: boolean;
  reason: ReportReason | null;
  /** The gifts that a digest tells of, as they are now: without those seen, deleted or taken down meanwhile. */
  news: TreeNews[];
  /** What waits for a moderator now; null for other mails, and if they are not to hear of it any more. */
  queue: QueueCounts | null;
};
export type MailStore = ReturnType<typeof mailStore>;
type TreeTold = Pick<MailJob, "treeName" | "giftCount" | "openingDay" | "timeZone" | "expiryToldAt" | "isUnclaimed">;
/** Of a claimed job, what is not about a tree; without an owner if the recipient no longer exists. */
export type Claimed = Omit<MailJob, "ownerId" | "news" | "queue" | keyof TreeTold> & {
  ownerId: string | null;
  digest: DigestPart[] | null;
};

/** Returns which gifts on a tree, above a position and up to another, its owner or their list hides from them. */
export type HiddenAmong = (code: string, owner: string, after: number, upTo: number) => Promise<readonly string[]>;

const AT_ONCE = 10;
const news = oneOf(NEWS_MAILS);

export function mailStore(database: Database) {
  async function treeOf(code: string | null): Promise<TreeTold> {
    const { giftCount, openingDay, timeZone, expiryToldAt } = trees;
    // A stranger may have named a tree that whoever took the account over has not visited (links.store.ts).
    const treeName = sql<string>`case when ${trees.newsDueAt} = 'infinity' then ${trees.shareCode} else ${trees.name} end`;
    const isUnclaimed = sql<boolean>`${trees.ownerId} is null`;
    const told = { treeName, giftCount, openingDay, timeZone, expiryToldAt, isUnclaimed };
    const nothing = { treeName: null, giftCount: null, openingDay: null, timeZone: null, expiryToldAt: null };
    const none = { ...nothing, isUnclaimed: false };
    if (code === null) return none;
    const [tree] = await database.select(told).from(trees).where(eq(trees.shareCode, code));
    return tree ?? none;
  }

  /** What to tell a moderator of, who then has been told of it; null if they are not to hear of it any more. */
  async function queueFor(ownerId: string, now: Date): Promise<QueueCounts | null> {
    const isTheirs = and(eq(moderators.ownerId, ownerId), eq(owners.id, moderators.ownerId), hearsOfQueue);
    const telling = database.update(moderators).set({ toldAt: now }).from(owners).where(isTheirs);
    return (await telling).count > 0 ? queueIn(database) : null;
  }

  return {
    /**
     * Claims due jobs, news last, exclusively for this process. Also schedules the next attempt of each, so that a
     * job returns if this process dies before it is done.
     */
    async claim(now: Date): Promise<Claimed[]> {
      const isDue = sql`due_at <= ${now.toISOString()}::timestamptz`;
      return database.execute<Claimed>(sql`
        with awaited as (
          select id from mail_jobs where ${isDue} and kind not in (${news}) and device_id is null
          order by due_at limit ${AT_ONCE} for update skip locked
        ), news as (
          select id from mail_jobs where ${isDue} and kind in (${news})
          order by due_at limit ${AT_ONCE} - (select count(*) from awaited) for update skip locked
        ), due as (table awaited union all table news), ${claimDue(now)}
        select claimed.id, claimed.kind, claimed.attempts, claimed.reason, claimed.share_code as "shareCode",
          owners.id as "ownerId", coalesce(claimed.address, owners.email) as address, owners.language,
          owners.email_verified as "isEmailConfirmed",
          owners.email_proven_at is not null as "isProven", claimed.is_for_confirmed as "isForConfirmed", owners.opening_mails as "openingMails",
          owners.gift_mails as "giftMails", claimed.digest
        from claimed
        left join owners on owners.id = coalesce(
          claimed.owner_id, (select named.id from owners named where named.email = claimed.address)
        )`);
    },

    /** Reads what a claimed mail tells of, as it is now; null if the recipient no longer exists. */
    async read({ ownerId, digest, ...rest }: Claimed, now: Date, hiddenAmong: HiddenAmong): Promise<MailJob | null> {
      if (ownerId === null) return null;
      const [tree, news, queue] = await Promise.all([
        treeOf(rest.shareCode),
        newsOf(database, ownerId, digest ?? [], hiddenAmong),
        rest.kind === "moderation_queue" ? queueFor(ownerId, now) : null,
      ]);
      return { ...rest, ...tree, ownerId, news, queue };
    },

    async done(id: string): Promise<void> {
      await database.delete(mailJobs).where(eq(mailJobs.id, id));
    },

    /** Whether a job still exists. Waits for a concurrent deletion to finish. */
    async isWaiting(id: string): Promise<boolean> {
      const found = await database.select({ id: mailJobs.id }).from(mailJobs).where(eq(mailJobs.id, id)).for("share");
      return found.length > 0;
    },

    async isTaken(address: string): Promise<boolean> {
      const found = await database.execute(sql`select 1 from owners where email = ${address}`);
      return found.length > 0;
    },
  };
}

/** A report's transaction has ended after this long: a later look sees every report that is as old. */
export const SETTLED_MS = 60_000;

type Queue = QueueCounts & { oldest: Date | null; newestUrgent: Date | null };

/** Returns what waits for moderators: how much, since when, and when the newest urgent report came that was settled then. */
export async function queueIn(database: Database, settledAt = new Date(0)): Promise<Queue> {
  const { createdAt, reason } = reports;
  const newest = sql`max(${createdAt}) filter (where ${isUrgent(reason)} and ${createdAt} <= ${settledAt.toISOString()}::timestamptz)`;
  const [waiting] = await database
    .select({
      reports: count(),
      urgent: sql`count(*) filter (where ${isUrgent(reason)})`.mapWith(Number),
      oldest: min(createdAt),
      newestUrgent: newest.mapWith(createdAt),
    })
    .from(reports)
    .where(isNull(reports.actId));
  const [refused] = await database
    .select({ texts: count(), oldest: min(appeals.createdAt) })
    .from(appeals)
    .where(isNotNull(appeals.sealedText));
  const since = [waiting?.oldest, refused?.oldest].flatMap((each) => (each ? [each.getTime()] : []));
  return {
    reports: waiting?.reports ?? 0,
    urgent: waiting?.urgent ?? 0,
    texts: refused?.texts ?? 0,
    oldest: since.length > 0 ? new Date(Math.min(...since)) : null,
    newestUrgent: waiting?.newestUrgent ?? null,
  };
}

const NAMES = 3;

/**
 * Returns the gifts that a queued digest tells of, by tree. It reads the public part of gifts only: a text, or the name
 * of a sender who hides it, cannot come into a mail. Of gifts that are hidden from the owner, it tells nothing.
 */
async function newsOf(
  database: Database,
  ownerId: string,
  parts: readonly DigestPart[],
  hiddenAmong: HiddenAmong,
): Promise<TreeNews[]> {
  const found = await Promise.all(parts.map((part) => newsOnTree(database, ownerId, part, hiddenAmong)));
  return found
    .filter((tree) => tree !== undefined)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ news }) => news);
}

async function newsOnTree(
  database: Database,
  ownerId: string,
  { shareCode, after, upTo }: DigestPart,
  hiddenAmong: HiddenAmong,
) {
  const { name, createdAt, seenPosition } = trees;
  const isTheirs = and(eq(trees.shareCode, shareCode), eq(trees.ownerId, ownerId), isNull(trees.takenDownFor));
  const [tree] = await database.select({ name, createdAt, seenPosition }).from(trees).where(isTheirs);
  if (!tree) return undefined;
  const seen = Math.max(after, tree.seenPosition ?? 0);
  const hidden = await hiddenAmong(shareCode, ownerId, seen, upTo);
  const [counted] = await database.execute<{ giftCount: number; names: string[]; people: number }>(sql`
    with fresh as (
      select position, sender_name from gifts
      where share_code = ${shareCode} and position > ${seen} and position <= ${upTo}
        and taken_down_for is null and id <> all(${sql.param([...hidden])}::uuid[])
    ), named as (
      select sender_name, min(position) as first from fresh where sender_name is not null group by sender_name
    )
    select count(*)::integer as "giftCount", array(select sender_name from named order by first limit ${NAMES}) as names,
      (count(distinct sender_name) + count(*) filter (where sender_name is null))::integer as people
    from fresh`);
  if (!counted?.giftCount) return undefined;
  const { giftCount, names, people } = counted;
  const news: TreeNews = { shareCode, treeName: tree.name, giftCount, names, others: people - names.length };
  return { createdAt: tree.createdAt, news };
}
