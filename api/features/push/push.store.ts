import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { PushKind } from "#contract/mails";
import { DEVICES_PER_GIFT_MAX, DEVICES_PER_OWNER_MAX, DEVICES_PER_TREE_MAX } from "#contract/push";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { type Session, writeFor } from "../../platform/db/hold-owner.ts";
import { claimDue, isOwnersDevice } from "../../platform/db/push-jobs.ts";
import { type DigestPart, mailJobs, messages, pushDevices, trees } from "../../platform/db/schema.ts";
import { isOpenAt } from "../../platform/tree-moments.ts";

type Row = typeof pushDevices.$inferInsert;
type Kept = { id: string; sealed: Buffer };
/** A notification that is wanted. `part` is what it tells of new gifts, of which the owner has seen those up to `seen`. */
export type Push = Kept & {
  kind: PushKind;
  attempts: number;
  ownerId: string | null;
  shareCode: string;
  timeZone: string;
  /** Whether its owner wants it by night, and the digest to tell of it, too. Null for a sender's. */
  isForNight: boolean | null;
  isMailedToo: boolean | null;
  part: DigestPart | null;
  seen: number;
};
export type PushStore = ReturnType<typeof pushStore>;

const AT_ONCE = 20;

export function pushStore(database: Database) {
  const isJob = (id: string) => eq(mailJobs.id, id);

  const keep = (within: Transaction, row: Row, set: Partial<Row>) =>
    within.insert(pushDevices).values(row).onConflictDoUpdate({ target: pushDevices.id, set });

  return {
    /** Keeps the device of a session in place of an earlier one. A device is one account's at a time. */
    keepOfSession: (by: Session, { id, sealed }: Kept): Promise<void> =>
      writeFor(database, by, async (within) => {
        const { sessionId } = by;
        await within.delete(pushDevices).where(and(eq(pushDevices.sessionId, sessionId), ne(pushDevices.id, id)));
        await keep(within, { id, sealed, sessionId }, { sealed, sessionId });
        await within.execute(sql`
          delete from push_devices where id in (
            select device.id from push_devices device join owner_sessions session on session.id = session_id
            where user_id = ${by.ownerId} order by session_id = ${sessionId} desc, created_at desc
            offset ${DEVICES_PER_OWNER_MAX})`);
      }),

    /** Returns whether an owner's session had a device to tell. */
    removeOfSession: (by: Session, sessionId: string): Promise<boolean> =>
      writeFor(database, by, async (within) => {
        const isIt = and(eq(pushDevices.sessionId, sessionId), isOwnersDevice(by.ownerId));
        return (await within.delete(pushDevices).where(isIt)).count > 0;
      }),

    /** Returns false if the gift is gone, or it or its tree has as many devices as it can have. */
    keepOfGift: (code: string, giftId: string, device: Kept & { giftHash: string }, expiry: Date): Promise<boolean> =>
      database.transaction(async (within) => {
        // The tree first, as whoever deletes does. Telling of its opening waits, or is seen; and so do taking the gift back and
        // another device of it.
        const [tree] = await within.select().from(trees).where(eq(trees.shareCode, code)).for("share");
        const isIt = and(eq(messages.shareCode, code), eq(messages.giftId, giftId));
        const [gift] = await within.select({ id: messages.giftId }).from(messages).where(isIt).for("no key update");
        const isOther = and(eq(pushDevices.giftHash, device.giftHash), ne(pushDevices.id, device.id));
        const areOfTree = and(eq(pushDevices.shareCode, code), ne(pushDevices.id, device.id));
        if (!gift || !tree || (await within.$count(pushDevices, isOther)) >= DEVICES_PER_GIFT_MAX) return false;
        if ((await within.$count(pushDevices, areOfTree)) >= DEVICES_PER_TREE_MAX) return false;
        const expiresAt = tree.isOpeningTold ? expiry : null;
        await keep(within, { ...device, shareCode: code, expiresAt }, { sealed: device.sealed });
        return true;
      }),

    hasGift: async (giftHash: string): Promise<boolean> =>
      (await database.$count(pushDevices, eq(pushDevices.giftHash, giftHash))) > 0,

    removeOfGift: async (giftHash: string): Promise<void> => {
      await database.delete(pushDevices).where(eq(pushDevices.giftHash, giftHash));
    },

    /** Claims due notifications exclusively for this process: those that failed before come last. */
    async claim(now: Date): Promise<string[]> {
      const claimed = await database.execute<{ id: string }>(sql`
        with due as (
          select id from mail_jobs where device_id is not null and due_at <= ${now.toISOString()}::timestamptz
          order by attempts, due_at limit ${AT_ONCE} for update skip locked
        ), ${claimDue(now)}
        select id from claimed`);
      return claimed.map(({ id }) => id);
    },

    /** Looks at a claimed notification just before it is sent; undefined if nobody is to be told any more. */
    async look(jobId: string, now: Date): Promise<Push | undefined> {
      const [job] = await database.execute<Omit<Push, "timeZone" | "seen">>(sql`
        select device.id, sealed, kind, attempts, job.share_code as "shareCode", digest -> 0 as part, user_id as "ownerId",
          night_notifications as "isForNight", gift_mails_too as "isMailedToo"
        from mail_jobs job join push_devices device on device.id = device_id
          left join owner_sessions session on session.id = session_id left join owners on owners.id = user_id
        where job.id = ${jobId}`);
      if (!job) return undefined;
      const isVisible = and(eq(trees.shareCode, job.shareCode), isNull(trees.takenDownFor));
      const [tree] = await database.select().from(trees).where(isVisible);
      if (!tree || (job.ownerId !== null && job.ownerId !== tree.ownerId)) return undefined;
      if (job.kind.startsWith("push_open") && !isOpenAt(tree, now)) return undefined;
      return { ...job, timeZone: tree.timeZone, seen: tree.seenPosition ?? 0 };
    },

    async done(jobId: string): Promise<void> {
      await database.delete(mailJobs).where(isJob(jobId));
    },

    async postpone(jobId: string, until: Date): Promise<void> {
      await database.update(mailJobs).set({ dueAt: until, queuedAt: until, attempts: 0 }).where(isJob(jobId));
    },

    /** Ends a device that its push service no longer knows. */
    async end(id: string): Promise<void> {
      await database.delete(pushDevices).where(eq(pushDevices.id, id));
    },

    /** Takes what a device was told of out of the next digest, if that begins with it. */
    async noteTold({ shareCode, after, upTo }: DigestPart): Promise<void> {
      await database.execute(sql`
        update trees set news_after = case when hung_count > ${upTo} then ${upTo}::integer end,
          news_due_at = case when hung_count > ${upTo} then news_due_at end
        where share_code = ${shareCode} and news_after >= ${after} and news_after < ${upTo} and news_due_at < 'infinity'`);
    },
  };
}
