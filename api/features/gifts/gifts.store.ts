import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { GiftsDeleted, ListedGift, NamesChanged } from "#contract/messages";
import { type Database, preparedStatement } from "../../platform/db/client.ts";
import { deleteGifts } from "../../platform/db/delete-tree.ts";
import { type Holder, type Session, writeFor } from "../../platform/db/hold-owner.ts";
import { mayRead, readableText } from "../../platform/db/may-read.ts";
import { type HashOfGift, tellSender } from "../../platform/db/push-jobs.ts";
import { gifts, messages, treeKeys, trees } from "../../platform/db/schema.ts";
import { cursorBelow, type PageRequest } from "../../platform/paging.ts";

export type GiftPageRequest = PageRequest & { code: string };
/** A page of a public listing, newest first, with the tree that it belongs to, from the same snapshot. */
type ListedPage = {
  gifts: ListedGift[];
  next: string | null;
  giftCount: number;
  version: number;
  opensAtMs: number;
};
type TreeRow = Pick<ListedPage, "giftCount" | "version" | "opensAtMs">;
type GiftRow = { position: number; id: string; giftAssetId: string; senderName: string | null; createdAt: string };

/** What goes back to a gift's sender. */
type Reply = { id: string; sealed: Buffer | null; keepsFirst: boolean; now: Date };
export type OwnersRow = Awaited<ReturnType<GiftStore["giftsOfOwner"]>>[number];
export type GiftStore = ReturnType<typeof giftStore>;

export function giftStore(database: Database, hashOfGift: HashOfGift) {
  const onTree = eq(gifts.shareCode, sql.placeholder("code"));
  const newestFirst = desc(gifts.position);
  const isBelow = lt(gifts.position, sql.placeholder("below"));
  // A gift that is taken down and has no message was taken back: what is left of it is evidence for moderators.
  const isTakenDownListed = and(sql`${sql.placeholder("withTakenDown")}::boolean`, isNotNull(messages.giftId));
  const isListed = or(isTakenDownListed, isNull(gifts.takenDownFor));
  // Ownership is a condition of the query, and of a text its opening day, too: what may not be read never leaves the
  // database.
  const isTheirs = and(eq(trees.shareCode, gifts.shareCode), eq(trees.ownerId, sql.placeholder("owner")));
  const isItsMessage = and(eq(messages.shareCode, gifts.shareCode), eq(messages.giftId, gifts.id));
  const ofOwner = database
    .select({
      position: gifts.position,
      id: gifts.id,
      giftAssetId: gifts.giftAssetId,
      shownName: gifts.senderName,
      sealedSenderName: messages.sealedSenderName,
      sealedText: readableText(sql.placeholder("owner"), sql.placeholder("now")),
      sealedReply: messages.sealedReply,
      treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
      isOpened: sql<boolean>`coalesce(${messages.isOpened}, false)`,
      hiddenByOwner: messages.isHidden,
      nameAwaitsApproval: sql<boolean>`coalesce(${messages.nameAwaitsApproval}, false)`,
      isNew: sql<boolean>`coalesce(${gifts.position} > ${trees.seenPosition}, false)`,
      hungOn: gifts.hungOn,
      takenDownFor: gifts.takenDownFor,
    })
    .from(gifts)
    .innerJoin(trees, isTheirs)
    // Trees that once passed from one owner to another have gifts whose messages went with the first.
    .leftJoin(messages, isItsMessage)
    .leftJoin(treeKeys, eq(treeKeys.shareCode, gifts.shareCode))
    .where(and(onTree, isBelow, isListed))
    .orderBy(newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("gifts_of_owner");

  return {
    /** Returns a page of a public listing, in one statement; undefined if there is no such tree. */
    async page({ code, limit, below }: GiftPageRequest): Promise<ListedPage | undefined> {
      const rows = await pageOfGifts(database, { code, limit, below });
      const [tree] = rows;
      if (!tree) return undefined;
      const { giftCount, version, opensAtMs } = tree;
      const listed = rows.filter((row): row is TreeRow & GiftRow => row.position !== null);
      const last = listed[limit - 1];
      const next = last && listed.length > limit ? cursorBelow(last.position) : null;
      return { gifts: listed.slice(0, limit).map(toListed), next, giftCount, version, opensAtMs };
    },

    giftsOfOwner: (code: string, owner: string, now: Date, { limit, below }: PageRequest, withTakenDown = true) =>
      ofOwner.execute({ code, owner, now: now.toISOString(), limit, below, withTakenDown }),

    /** Hides a gift from its tree's owner, or shows it again. Returns whether it is theirs to read. */
    async hide(code: string, by: Session, id: string, isHidden: boolean): Promise<boolean> {
      const hidden = await writeFor(database, by, (within) =>
        within.execute(sql`
          update messages set is_folded = ${isHidden} from trees
          where messages.share_code = ${code} and gift_id = ${id}
            and trees.share_code = ${code} and owner_id = ${by.ownerId}`),
      );
      return hidden.count > 0;
    },

    /** The key of an owner's open tree, to reply to the sender of a gift on it; undefined if there is none that stands. */
    async keyToReply(code: string, owner: string, id: string, now: Date) {
      const [found] = await database
        .select({ keyId: treeKeys.keyId, wrapped: treeKeys.wrapped })
        .from(messages)
        .innerJoin(trees, and(eq(trees.shareCode, messages.shareCode), mayRead(owner, now.toISOString())))
        .innerJoin(treeKeys, eq(treeKeys.shareCode, messages.shareCode))
        .innerJoin(gifts, and(eq(gifts.shareCode, messages.shareCode), eq(gifts.id, messages.giftId)))
        .where(
          and(
            eq(messages.shareCode, code),
            eq(messages.giftId, id),
            isNull(trees.takenDownFor),
            isNull(gifts.takenDownFor),
          ),
        );
      return found;
    },

    /**
     * Stores the owner's reply to the sender of a gift, or none (null). With `keepsFirst`, one that is there stays. Returns
     * the reply, still sealed; undefined if the gift is not theirs.
     */
    async reply(code: string, by: Session, { id, sealed, keepsFirst, now }: Reply) {
      const [replied] = await writeFor(database, by, async (within) => {
        const rows = await within.execute<{ sealed: Buffer | null }>(sql`
          update messages set sealed_reply = ${keepsFirst ? sql`coalesce(sealed_reply, ${sealed})` : sealed} from trees
          where messages.share_code = ${code} and gift_id = ${id}
            and trees.share_code = ${code} and owner_id = ${by.ownerId}
          returning sealed_reply as sealed`);
        if (rows[0]) await tellSender(within, code, hashOfGift(id), rows[0].sealed && now);
        return rows;
      });
      return replied?.sealed;
    },

    /**
     * Deletes gifts of an owner's tree, with their messages, and updates the count. Undefined if they have no such tree.
     */
    delete: (code: string, by: Session, ids: readonly string[], holder: Holder): Promise<GiftsDeleted | undefined> =>
      writeFor(database, by, async (transaction) => {
        // Lock the tree first, as each new gift does, so that the count stays right under concurrency.
        const isTree = and(eq(trees.shareCode, code), eq(trees[holder], by.ownerId));
        const counted = { giftCount: trees.giftCount };
        const [tree] = await transaction.select(counted).from(trees).where(isTree).for("update");
        if (!tree) return undefined;
        return deleteGifts(transaction, code, tree.giftCount, ids, hashOfGift);
      }),

    /** The names of senders who chose to show theirs, where the owner has not agreed. */
    namesAwaiting: (code: string, owner: string, ids: readonly string[]) =>
      database
        .select({
          id: messages.giftId,
          sealedName: messages.sealedSenderName,
          treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
        })
        .from(messages)
        .innerJoin(trees, and(eq(trees.shareCode, messages.shareCode), eq(trees.ownerId, owner)))
        .leftJoin(treeKeys, eq(treeKeys.shareCode, messages.shareCode))
        .where(
          and(eq(messages.shareCode, code), inArray(messages.giftId, [...ids]), eq(messages.nameAwaitsApproval, true)),
        ),

    /** Shows names, and hides those of other gifts. A gift is counted only if it was not so before. */
    changeNames: (
      code: string,
      by: Session,
      named: readonly { id: string; name: string }[],
      hidden: readonly string[],
    ): Promise<NamesChanged> =>
      writeFor(database, by, async (transaction) => {
        // Lock the tree first, as each new gift does: a page and its ETag then agree.
        const isTree = and(eq(trees.shareCode, code), eq(trees.ownerId, by.ownerId));
        const [tree] = await transaction.select({ code: trees.shareCode }).from(trees).where(isTree).for("update");
        if (!tree) return { shown: 0, hidden: 0 };
        const [ids, names] = [named.map(({ id }) => id), named.map(({ name }) => name)];
        const shown = await transaction.execute(sql`
          with agreed as (
            update messages set name_awaits_approval = false
            where share_code = ${code} and gift_id = any(${sql.param(ids)}::uuid[]) and name_awaits_approval
            returning gift_id
          )
          update gifts set sender_name = named.name
          from unnest(${sql.param(ids)}::uuid[], ${sql.param(names)}::text[]) as named(id, name) join agreed on gift_id = id
          where share_code = ${code} and gifts.id = named.id`);
        const withdrawn = await transaction.execute(sql`
          with withdrawn as (
            update gifts set sender_name = null
            where share_code = ${code} and id = any(${sql.param([...hidden])}::uuid[]) and sender_name is not null
              -- Not of a gift whose message is gone: the name would be, too.
              and exists (select from messages where messages.share_code = gifts.share_code and gift_id = gifts.id)
            returning id
          )
          update messages set name_awaits_approval = true from withdrawn
          where share_code = ${code} and gift_id = withdrawn.id`);
        if (shown.count + withdrawn.count > 0)
          await transaction
            .update(trees)
            .set({ version: sql`${trees.version} + 1` })
            .where(isTree);
        return { shown: shown.count, hidden: withdrawn.count };
      }),
  };
}

const toListed = ({ id, giftAssetId, senderName, createdAt }: GiftRow): ListedGift => ({
  id,
  giftAssetId,
  ...(senderName !== null && { senderName }),
  message: "",
  createdAt,
});

/**
 * One more gift than asked for tells whether another page follows. An index-only scan serves all of them (migration
 * 0000), so select no other column here. A tree without gifts is one row.
 */
const pageOfGifts = preparedStatement<TreeRow & (GiftRow | { position: null })>(
  "page_of_gifts",
  sql`
    select gift_count as "giftCount", version::float8, (extract(epoch from opens_at) * 1000)::float8 as "opensAtMs", page.*
    from trees left join lateral (
      select position, id, gift_asset_id as "giftAssetId", sender_name as "senderName", hung_on::text as "createdAt"
      from gifts
      where gifts.share_code = ${sql.placeholder("code")} and gifts.taken_down_for is null
        and position < ${sql.placeholder("below")}
      order by position desc limit ${sql.placeholder("limit")}::integer + 1
    ) as page on true
    where trees.share_code = ${sql.placeholder("code")} and trees.taken_down_for is null
    order by position desc`,
);
