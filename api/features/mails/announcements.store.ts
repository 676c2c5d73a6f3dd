import { and, asc, desc, eq, gt, isNotNull, isNull, lte, not, sql } from "drizzle-orm";
import { DEVICE_KEPT_DAYS } from "#contract/push";
import { byDay, dayIn, eveningAfter, startOfDay } from "../../../shared/time-zones.ts";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { isLocked } from "../../platform/db/error-code.ts";
import { waitsBriefly } from "../../platform/db/hold-owner.ts";
import { isOwnersDevice, queuePushes } from "../../platform/db/push-jobs.ts";
import { hearsOfQueue, mailJobs, moderators, owners, pushDevices, trees } from "../../platform/db/schema.ts";
import { forEachDue, tellOwners } from "../../platform/db/tell-owners.ts";
import { isPausedAt } from "../../platform/tree-moments.ts";
import { queueIn, SETTLED_MS } from "./mails.store.ts";

const AT_ONCE = 100;
/** A flood of urgent reports is one mail to each moderator in this time. */
const GATHERED_MS = 10 * 60_000;
/** How long a digest waits for a notification of the same gifts that is under way. */
const TELLING_MS = 10 * 60_000;

export type Announcements = ReturnType<typeof announcements>;

/**
 * Queues mails about trees, a batch per call, and returns how many trees or owners it handled. Every replica may call
 * it at any time: what a mail tells of is marked as told in the transaction that queues it, and each row goes to one
 * replica. Batches are small, because hundreds of thousands of trees open at the same midnight.
 */
export function announcements(database: Database) {
  return {
    /** Notifies owners' devices of gifts that were gathered. By night, they are gathered until the morning, unless the owner wants them. */
    gifts(now: Date): Promise<number> {
      const due = { isDue: lte(trees.pushDueAt, now), most: AT_ONCE, by: trees.pushDueAt };
      return forEachDue(database, due, async (within, tree) => {
        const { shareCode, ownerId, pushAfter, hungCount, timeZone, newsDueAt } = tree;
        const morning = byDay(now, timeZone);
        const waits = morning > now && !(await wantsByNight(within, ownerId));
        const next = waits ? { pushDueAt: morning } : { pushAfter: null, pushDueAt: null };
        await within.update(trees).set(next).where(eq(trees.shareCode, shareCode));
        // Until the account's new holder has visited the tree, nothing tells of it.
        if (waits || ownerId === null || Number.isNaN(newsDueAt?.getTime() ?? 0)) return;
        const part = { shareCode, after: pushAfter ?? 0, upTo: hungCount };
        await queuePushes(within, { kind: "push_gifts", shareCode, now, part }, isOwnersDevice(ownerId));
      });
    },

    /** One mail to the owner of each tree that has opened, and notifications to those who wait for it. Those that opened before `since` are marked, but get no mail. */
    openings: (now: Date, since: Date): Promise<number> =>
      tellOwners(database, {
        kind: "tree_opens",
        now,
        isDue: and(lte(trees.opensAt, now), not(trees.isOpeningTold)),
        told: { isOpeningTold: true },
        wantedBy: ({ opensAt }) => (opensAt > since ? sql`email_verified and opening_mails` : null),
        async also(within, { shareCode, ownerId, opensAt, takenDownFor }) {
          const isSenders = sql`share_code = ${shareCode}`;
          const expiresAt = new Date(opensAt.getTime() + DEVICE_KEPT_DAYS * 24 * 60 * 60_000);
          await within.update(pushDevices).set({ expiresAt }).where(isSenders);
          if (opensAt <= since || takenDownFor) return;
          await queuePushes(within, { kind: "push_opened", shareCode, now }, isSenders);
          if (ownerId) await queuePushes(within, { kind: "push_opens", shareCode, now }, isOwnersDevice(ownerId));
        },
        most: AT_ONCE,
      }),

    /**
     * One mail to the owner of each tree that opens until `until`. Trees that were created later than that, and those that
     * nobody can leave a gift on, get none.
     */
    reminders: (now: Date, until: Date): Promise<number> =>
      tellOwners(database, {
        kind: "tree_reminder",
        now,
        isDue: and(gt(trees.opensAt, now), lte(trees.opensAt, until), not(trees.isReminderTold)),
        told: { isReminderTold: true },
        wantedBy: (tree) => (isPausedAt(tree, now) || tree.takenDownFor ? null : sql`email_verified and gift_mails`),
        most: AT_ONCE,
      }),

    /**
     * One mail for each owner whose trees have news that are due, at most one a day, about all their trees. Owners
     * without a confirmed address, and those who do not want it, get none, and are not told of these gifts later.
     */
    async digests(now: Date): Promise<number> {
      const due = await database
        .select({ ownerId: trees.ownerId })
        .from(trees)
        .where(and(lte(trees.newsDueAt, now), isNotNull(trees.ownerId)))
        .orderBy(asc(trees.newsDueAt))
        .limit(AT_ONCE);
      let handled = 0;
      for (const owner of new Set(due.flatMap(({ ownerId }) => ownerId ?? []))) {
        const queueing = database.transaction((within) => queueDigest(within, owner, now));
        // A tree that is being deleted is locked for long, and wants its owner then: come again.
        const isHandled = await queueing.catch((error) => {
          if (isLocked(error)) return false;
          throw error;
        });
        if (isHandled) handled += 1;
      }
      return handled;
    },

    /** A mail to each moderator for whom something waits: once urgent reports are settled, and each evening. */
    async queue(now: Date): Promise<number> {
      const { oldest, newestUrgent } = await queueIn(database, new Date(now.getTime() - SETTLED_MS));
      if (oldest === null) return 0;
      const { id, toldAt } = moderators;
      const isTheirs = and(eq(mailJobs.ownerId, owners.id), eq(mailJobs.kind, "moderation_queue"));
      const hearing = await database
        .select({ id, toldAt, ownerId: owners.id })
        .from(moderators)
        .innerJoin(owners, eq(owners.id, moderators.ownerId))
        .leftJoin(mailJobs, isTheirs)
        .where(and(hearsOfQueue, isNull(mailJobs.id)));
      let handled = 0;
      for (const moderator of hearing) {
        const told = moderator.toldAt?.getTime() ?? 0;
        const isGathered = told + GATHERED_MS <= now.getTime();
        const isUrgent = isGathered && newestUrgent !== null && newestUrgent.getTime() > told - SETTLED_MS;
        const since = new Date(Math.max(told, oldest.getTime()));
        if (isUrgent || eveningAfter(since, await zoneOf(database, moderator.ownerId)) <= now)
          handled += await tellModerator(database, moderator, now);
      }
      return handled;
    },
  };
}

async function wantsByNight(within: Transaction, ownerId: string | null): Promise<boolean> {
  const isForNight = sql`${owners.id} = ${ownerId} and ${owners.nightNotifications}`;
  return (await within.select({ id: owners.id }).from(owners).where(isForNight)).length > 0;
}

/** Moderators have no time zone but that of their newest tree. */
async function zoneOf(database: Database, ownerId: string): Promise<string> {
  const own = database.select({ timeZone: trees.timeZone }).from(trees).where(eq(trees.ownerId, ownerId));
  const [newest] = await own.orderBy(desc(trees.createdAt)).limit(1);
  return newest?.timeZone ?? "UTC";
}

type Hearing = Pick<typeof moderators.$inferSelect, "id" | "toldAt"> & { ownerId: string };

/** Queues a moderator's mail, unless another replica did. Holds the account first, as its deletion does. */
async function tellModerator(database: Database, { id, toldAt, ownerId }: Hearing, now: Date): Promise<number> {
  return database.transaction(async (within) => {
    const isOwner = eq(owners.id, ownerId);
    const [owner] = await within.select().from(owners).where(isOwner).for("key share", { skipLocked: true });
    if (!owner) return 0;
    const isAsSeen = toldAt === null ? isNull(moderators.toldAt) : eq(moderators.toldAt, toldAt);
    const isIt = and(eq(moderators.id, id), isAsSeen);
    const told = await within.update(moderators).set({ toldAt: now }).where(isIt);
    if (told.count > 0) await within.insert(mailJobs).values({ kind: "moderation_queue", ownerId, dueAt: now });
    return told.count;
  });
}

/**
 * Queues an owner's digest; returns false if another replica does, or nothing is due any more. Two trees of an owner may
 * come to two replicas: the owner goes to one of them, and is locked before their trees, as an owner's writes do. A second
 * digest on a day, for trees of different time zones, waits until the next evening.
 */
async function queueDigest(within: Transaction, ownerId: string, now: Date): Promise<boolean> {
  const isOwner = eq(owners.id, ownerId);
  const [owner] = await within.select().from(owners).where(isOwner).for("no key update", { skipLocked: true });
  if (!owner) return false;
  const news = await holdNews(within, owner, now);
  const due = news.filter(({ dueAt }) => dueAt <= now).toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  const [first] = due;
  if (!first) return false;
  const midnight = startOfDay(dayIn(first.timeZone, now), first.timeZone);
  const hadOne = owner.digestAt !== null && midnight <= owner.digestAt && owner.digestAt <= now;
  const isMailed = owner.emailVerified && owner.giftMails;
  // What the digest tells of, no notification tells of again.
  const told = isMailed && !owner.giftMailsToo ? { pushAfter: null, pushDueAt: null } : {};
  for (const { shareCode, timeZone } of hadOne ? due : news) {
    const next = hadOne ? { newsDueAt: eveningAfter(now, timeZone) } : { newsAfter: null, newsDueAt: null, ...told };
    await within.update(trees).set(next).where(eq(trees.shareCode, shareCode));
  }
  if (hadOne || !isMailed) return true;
  const digest = news
    .map(({ shareCode, after, upTo, isVisible }) => ({ part: { shareCode, after, upTo }, isVisible }))
    .filter(({ part, isVisible }) => isVisible && part.upTo > part.after)
    .map(({ part }) => part);
  if (digest.length === 0) return true;
  await within.insert(mailJobs).values({ kind: "tree_digest", ownerId, dueAt: now, digest });
  await within.update(owners).set({ digestAt: now }).where(isOwner);
  return true;
}

/**
 * Locks an owner's trees with news until the transaction ends, one by one, and returns what there is to tell. Those whose
 * notification is under way come later, with what no device was told of, unless the owner wants both.
 */
async function holdNews(within: Transaction, { id, giftMailsToo }: typeof owners.$inferSelect, now: Date) {
  // A tree whose new owner has not visited it yet is never due.
  const hasNews = and(eq(trees.ownerId, id), sql`${trees.newsDueAt} < 'infinity'`);
  const { shareCode } = trees;
  const own = await within.select({ shareCode }).from(trees).where(hasNews).orderBy(shareCode);
  const news = [];
  for (const { shareCode } of own) {
    const isTree = and(eq(trees.shareCode, shareCode), hasNews, waitsBriefly());
    const [tree] = await within.select().from(trees).where(isTree).for("no key update");
    if (!tree?.newsDueAt) continue;
    const isPush = and(eq(mailJobs.shareCode, shareCode), eq(mailJobs.kind, "push_gifts"));
    // One of later gifts takes nothing out of the digest; one that is long due is sent by nobody, as without the key.
    const isAwaited = and(
      sql`(${mailJobs.digest} -> 0 ->> 'after')::integer <= ${tree.newsAfter ?? 0}`,
      gt(mailJobs.dueAt, new Date(now.getTime() - TELLING_MS)),
    );
    const pushes = within.select({ id: mailJobs.id }).from(mailJobs).where(and(isPush, isAwaited)).limit(1);
    if (!giftMailsToo && (await pushes).length > 0) {
      const later = { newsDueAt: new Date(now.getTime() + TELLING_MS) };
      if (tree.newsDueAt <= now) await within.update(trees).set(later).where(eq(trees.shareCode, shareCode));
      continue;
    }
    const { timeZone, newsDueAt: dueAt, newsAfter, seenPosition, hungCount: upTo, takenDownFor } = tree;
    const after = Math.max(newsAfter ?? 0, seenPosition ?? 0);
    news.push({ shareCode, timeZone, dueAt, after, upTo, isVisible: takenDownFor === null });
  }
  return news;
}
