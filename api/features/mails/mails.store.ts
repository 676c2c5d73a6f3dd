import { eq, sql } from "drizzle-orm";
import type { Day } from "#contract/days";
import type { Language } from "#contract/languages";
import { type MailKind, NEWS_MAILS, type TreeNews } from "#contract/mails";
import type { ReportReason } from "#contract/reports";
import type { Database } from "../../platform/db/client.ts";
import { oneOf } from "../../platform/db/schema/columns.ts";
import { mailJobs } from "../../platform/db/schema.ts";
import { newsOf } from "./news.store.ts";

/** A mail to send, with the data for its text. */
export type MailJob = {
  id: string;
  kind: MailKind;
  attempts: number;
  ownerId: string;
  /** The recipient. */
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
  reason: ReportReason | null;
  /** The gifts that a digest tells of, as they are now: without those seen, deleted or taken down meanwhile. */
  news: TreeNews[];
};
/** A claimed job. `mail` is null if the recipient no longer exists. */
export type Claimed = { id: string; mail: MailJob | null };
export type MailStore = ReturnType<typeof mailStore>;

const AT_ONCE = 10;
const news = oneOf(NEWS_MAILS);

export function mailStore(database: Database) {
  return {
    /**
     * Claims due jobs, news last, exclusively for this process. Also schedules the next attempt of each, so that a
     * job returns if this process dies before it is done.
     */
    async claim(now: Date): Promise<Claimed[]> {
      const isDue = sql`due_at <= ${now.toISOString()}::timestamptz`;
      const claimed = await database.execute<Omit<MailJob, "ownerId" | "news"> & { ownerId: string | null }>(sql`
        with awaited as (
          select id from mail_jobs where ${isDue} and kind not in (${news})
          order by due_at limit ${AT_ONCE} for update skip locked
        ), news as (
          select id from mail_jobs where ${isDue} and kind in (${news})
          order by due_at limit ${AT_ONCE} - (select count(*) from awaited) for update skip locked
        ), due as (table awaited union all table news), claimed as (
          update mail_jobs set attempts = attempts + 1,
            due_at = ${now.toISOString()}::timestamptz + least(interval '1 minute' * power(2, least(attempts, 8)), interval '4 hours')
          from due where mail_jobs.id = due.id returning mail_jobs.*
        )
        select claimed.id, claimed.kind, claimed.attempts, claimed.reason, claimed.share_code as "shareCode",
          owners.id as "ownerId", coalesce(claimed.address, owners.email) as address, owners.language,
          owners.email_verified as "isEmailConfirmed",
          owners.email_proven_at is not null as "isProven", claimed.is_for_confirmed as "isForConfirmed", owners.opening_mails as "openingMails",
          owners.gift_mails as "giftMails", trees.name as "treeName",
          trees.gift_count as "giftCount",
          trees.opening_day::text as "openingDay", trees.time_zone as "timeZone",
          trees.expiry_told_at as "expiryToldAt"
        from claimed
        left join owners on owners.id = coalesce(
          claimed.owner_id, (select named.id from owners named where named.email = claimed.address)
        )
        left join trees on trees.share_code = claimed.share_code`);
      const withNews = claimed.map(async ({ ownerId, ...rest }) => {
        if (ownerId === null) return { id: rest.id, mail: null };
        const news = rest.kind === "tree_digest" ? await newsOf(database, rest.id) : [];
        const expiryToldAt = rest.expiryToldAt && new Date(rest.expiryToldAt);
        return { id: rest.id, mail: { ...rest, ownerId, expiryToldAt, news } };
      });
      return Promise.all(withNews);
    },

    async done(id: string): Promise<void> {
      await database.delete(mailJobs).where(eq(mailJobs.id, id));
    },

    /** Whether a job still exists. Waits for a concurrent deletion to finish. */
    async isWaiting(id: string): Promise<boolean> {
      const found = await database.select({ id: mailJobs.id }).from(mailJobs).where(eq(mailJobs.id, id)).for("share");
      return found.length > 0;
    },

    /** Whether an account has the address. */
    async isTaken(address: string): Promise<boolean> {
      const found = await database.execute(sql`select 1 from owners where email = ${address}`);
      return found.length > 0;
    },
  };
}
