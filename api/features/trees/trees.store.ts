import { and, desc, eq, getTableColumns, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { ApiError } from "#contract/errors";
import { NEW_COUNT_MAX } from "#contract/trees";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { deleteTreeFor } from "../../platform/db/delete-tree.ts";
import { type Holder, holdSession, inLine, type Session, writeFor } from "../../platform/db/hold-owner.ts";
import { mailJobs, trees } from "../../platform/db/schema.ts";
import type { TreePlace, TreesRequest } from "../../platform/paging.ts";

export type StoredTree = typeof trees.$inferSelect;
export type OwnersStoredTree = StoredTree & { newCount: number };
type NewTree = typeof trees.$inferInsert;
/** What its owner was told, or need not be told, of its opening day. */
type Opening = { isOpeningTold: boolean; isReminderTold: boolean };
export type TreeStore = ReturnType<typeof treeStore>;

/** With the number of visible gifts above the last one that its owner saw, from the index of positions. */
const ownersColumns = {
  ...getTableColumns(trees),
  newCount: sql<number>`(
    select count(*)::integer from (
      select 1 from gifts
      where gifts.share_code = ${sql.placeholder("code")} and position > trees.seen_position and gifts.taken_down_for is null
      limit ${sql.raw(String(NEW_COUNT_MAX))}
    ) as unseen
  )`,
};

/**
 * All trees by their code, and those of accounts: of their owners, or of the organizers who prepare them for somebody. No
 * statement reads a gift's message or sender. Without an owner, nobody may (may-read.ts).
 */
export function treeStore(database: Database, holder: Holder = "ownerId") {
  const isCode = eq(trees.shareCode, sql.placeholder("code"));
  const canBeSeen = isNull(trees.takenDownFor);
  const isTheirs = eq(trees[holder], sql.placeholder("account"));
  // Without prepare(), Drizzle makes Postgres plan each query again, at three to four times the cost.
  const byCode = database.select().from(trees).where(and(isCode, canBeSeen)).prepare("tree_by_code");
  const ofOwner = database.select(ownersColumns).from(trees).where(and(isCode, isTheirs)).prepare("tree_of_owner");
  const isAfter = sql`
    (${trees.createdAt}, ${trees.shareCode}) < (${sql.placeholder("createdAt")}::timestamptz, ${sql.placeholder("shareCode")})`;
  const createdAt = sql<string>`to_char(${trees.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const placesOfOwner = database
    .select({ shareCode: trees.shareCode, createdAt })
    .from(trees)
    .where(and(isTheirs, isAfter))
    .orderBy(desc(trees.createdAt), desc(trees.shareCode))
    .limit(sql.placeholder("limit"))
    .prepare("trees_of_owner");

  const ownersTree = async (code: string, account: string): Promise<OwnersStoredTree | undefined> =>
    (await ofOwner.execute({ code, account }))[0];

  return {
    inLine,

    async find(code: string, within?: Transaction): Promise<StoredTree | undefined> {
      const found = within
        ? within
            .select()
            .from(trees)
            .where(and(eq(trees.shareCode, code), canBeSeen))
        : byCode.execute({ code });
      return (await found)[0];
    },

    async findOfOwner(code: string, owner: string): Promise<OwnersStoredTree> {
      const tree = await ownersTree(code, owner);
      if (!tree) throw new ApiError("tree_not_found");
      return tree;
    },

    /** Returns a page of an owner's trees, newest first: which they are, and then each by its code; and where it ends. */
    async listOfOwner(
      account: string,
      { limit, after }: TreesRequest,
    ): Promise<{ trees: OwnersStoredTree[]; last: TreePlace | null }> {
      // One extra row tells whether another page follows.
      const found = await placesOfOwner.execute({ account, limit: limit + 1, ...after });
      const page = found.slice(0, limit);
      const each = await Promise.all(page.map(({ shareCode }) => ownersTree(shareCode, account)));
      const last = (found.length > limit && page.at(-1)) || null;
      return { trees: each.filter((tree) => tree !== undefined), last };
    },

    /** Creates a tree; returns undefined if its share code is taken. */
    async makeTree(by: Session, tree: NewTree, within: Transaction): Promise<StoredTree | undefined> {
      await holdSession(within, by);
      const theirs = { ...tree, [holder]: by.ownerId };
      const [created] = await within.insert(trees).values(theirs).onConflictDoNothing().returning();
      return created;
    },

    /** Changes an owner's tree; returns false, or with quotas throws, if there is none, or it was open at `closedAt`. */
    async change(
      code: string,
      by: Session,
      change: Partial<NewTree>,
      { closedAt, takeQuotas }: { closedAt?: Date; takeQuotas?: (within: Transaction) => Promise<unknown> } = {},
    ): Promise<boolean> {
      const isClosed = closedAt && gt(trees.opensAt, closedAt);
      return writeFor(database, by, async (transaction) => {
        await takeQuotas?.(transaction);
        const changed = await transaction
          .update(trees)
          .set({ ...change, version: sql`${trees.version} + 1` })
          .where(and(eq(trees.shareCode, code), eq(trees[holder], by.ownerId), isClosed));
        if (takeQuotas && changed.count === 0) throw new ApiError("tree_not_found");
        // A mail that waits to be sent is about the day before.
        const isOfDay = and(eq(mailJobs.shareCode, code), inArray(mailJobs.kind, ["tree_opens", "tree_reminder"]));
        if (changed.count > 0 && change.openingDay) await transaction.delete(mailJobs).where(isOfDay);
        return changed.count > 0;
      });
    },

    /**
     * Remembers that its owner has seen a tree up to a position. Writes nothing if they saw as much before. From the first
     * visit of whoever took the account over, mails tell of it, as if it was created then: `ifCreated`.
     */
    async markSeen(code: string, by: Session, position: number, ifCreated: Opening): Promise<void> {
      const seen = sql`least(${position}::integer, hung_count)`;
      const orNow = (told: SQL, isTold: boolean) =>
        sql`case when news_due_at = 'infinity' then ${isTold}::boolean else ${told} end`;
      await writeFor(database, by, (within) =>
        within.execute(sql`
          update trees set seen_position = greatest(seen_position, ${seen}), news_due_at = nullif(news_due_at, 'infinity'),
            is_opening_told = ${orNow(sql`is_opening_told`, ifCreated.isOpeningTold)},
            is_reminder_told = ${orNow(sql`is_reminder_told`, ifCreated.isReminderTold)}
          where share_code = ${code} and owner_id = ${by.ownerId}
            and (coalesce(seen_position, -1) < ${seen} or news_due_at = 'infinity')`),
      );
    },

    /** Deletes an owner's tree with everything on it; returns whether it existed. */
    delete: (code: string, by: Session): Promise<boolean> =>
      deleteTreeFor(database, by, and(eq(trees.shareCode, code), eq(trees[holder], by.ownerId))),
  };
}
