import { eq, sql } from "drizzle-orm";
import type { Day } from "#contract/days";
import type { Language } from "#contract/languages";
import { type MailKind, NEWS_MAILS } from "#contract/mails";
import type { ReportReason } from "#contract/reports";
import type { Database } from "../db/client.ts";
import { oneOf } from "../db/schema/columns.ts";
import { mailJobs } from "../db/schema.ts";

/** A mail to be sent, with what its words need. */
export type MailJob = {
  id: string;
  kind: MailKind;
  attempts: number;
  ownerId: string;
  /** Where it goes. */
  address: string;
  language: Language;
  isEmailConfirmed: boolean;
  openingMails: boolean;
  shareCode: string | null;
  treeName: string | null;
  giftCount: number | null;
  openingDay: Day | null;
  timeZone: string | null;
  expiryToldAt: Date | null;
  reason: ReportReason | null;
};
/** A job that was claimed. `mail` is null where there is nobody to write to. */
export type Claimed = { id: string; mail: MailJob | null };
export type MailStore = ReturnType<typeof mailStore>;

const AT_ONCE = 10;
/** Their trees' rows are locked meanwhile: whoever hangs a gift there waits. */
const OPENINGS_AT_ONCE = 100;

const news = oneOf(NEWS_MAILS);

export function mailStore(database: Database) {
  return {
    /**
     * Asks for one mail for each of some trees that have opened and of which nobody was told; says of how many trees that
     * holds no more. Many replicas may ask at the same time: each tree's row goes to one of them. Of a tree that opened long
     * ago, none is sent any more. Few at once: at midnight hundreds of thousands open together.
     */
    async announceOpenings(now: Date, since: Date): Promise<number> {
      const told = await database.execute(sql`
        with due as (
          select share_code from trees where opens_at <= ${now.toISOString()}::timestamptz and not is_opening_told
          order by opens_at limit ${OPENINGS_AT_ONCE} for update skip locked
        ), told as (
          update trees set is_opening_told = true from due where trees.share_code = due.share_code
          returning trees.share_code, trees.owner_id, trees.opens_at
        ), asked as (
          insert into mail_jobs (kind, owner_id, share_code, due_at)
          select 'tree_opens', owner_id, share_code, ${now.toISOString()}::timestamptz
          from told join owners on owners.id = told.owner_id
          where opens_at > ${since.toISOString()}::timestamptz and email_verified and opening_mails
        )
        select share_code from told`);
      return told.length;
    },

    /**
     * Takes jobs that are due, news last; nobody else gets them meanwhile. Each is put off to its next try at the same time, so
     * that it comes back where this process ends before it is done.
     */
    async claim(now: Date): Promise<Claimed[]> {
      const isDue = sql`due_at <= ${now.toISOString()}::timestamptz`;
      const claimed = await database.execute<Omit<MailJob, "ownerId"> & { ownerId: string | null }>(sql`
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
          owners.email_verified as "isEmailConfirmed", owners.opening_mails as "openingMails", trees.name as "treeName",
          trees.gift_count as "giftCount",
          trees.opening_day::text as "openingDay", trees.time_zone as "timeZone",
          trees.expiry_told_at as "expiryToldAt"
        from claimed
        left join owners on owners.id = coalesce(
          claimed.owner_id, (select named.id from owners named where named.email = claimed.address)
        )
        left join trees on trees.share_code = claimed.share_code`);
      return claimed.map(({ ownerId, ...rest }) => ({
        id: rest.id,
        mail:
          ownerId === null
            ? null
            : { ...rest, ownerId, expiryToldAt: rest.expiryToldAt && new Date(rest.expiryToldAt) },
      }));
    },

    async done(id: string): Promise<void> {
      await database.delete(mailJobs).where(eq(mailJobs.id, id));
    },

    /** Whether a job is there still. Where somebody takes it away at this moment, it waits until that is done. */
    async isWaiting(id: string): Promise<boolean> {
      const found = await database.select({ id: mailJobs.id }).from(mailJobs).where(eq(mailJobs.id, id)).for("share");
      return found.length > 0;
    },

    /** Whether somebody has an account with the address. */
    async isTaken(address: string): Promise<boolean> {
      const found = await database.execute(sql`select 1 from owners where email = ${address}`);
      return found.length > 0;
    },
  };
}
