import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/client.ts";
import { preparedStatement } from "../db/prepared.ts";
import { gifts, messages, treeKeys, trees } from "../db/schema.ts";
import type { PageWanted } from "../http/paging.ts";
import { type ListedPage, readPages, type WantedPage } from "./listed-pages.ts";

export type HungGift = { giftCount: number; hungOn: string };
/** What became of a gift. Where its tree is there and takes gifts, it does not have the key that sealed the message. */
export type Hanging = { hung: HungGift } | { hung: null; hasTree: boolean; isPaused: boolean };
/** A gift to hang: what everybody may see, what is the owner's alone, sealed, and the tree's key that sealed it. */
export type NewlyHung = {
  id: string;
  shareCode: string;
  giftAssetId: string;
  shownName: string | null;
  sealedSenderName: Buffer;
  sealedText: Buffer;
  wrappedKey: Buffer;
};
/** How many gifts went, and how many still hang. */
export type GiftsDeleted = { deleted: number; giftCount: number };
export type OwnersRow = Awaited<ReturnType<MessageStore["listOfOwner"]>>[number];
export type { Transaction };
export type MessageStore = ReturnType<typeof messageStore>;

export function messageStore(database: Database) {
  const onTree = eq(gifts.shareCode, sql.placeholder("code"));
  const newestFirst = desc(gifts.position);
  const isBelow = lt(gifts.position, sql.placeholder("below"));

  // Whose tree it is and whether it has opened are conditions of the query: a text that may not be read never leaves it.
  const ofOwner = database
    .select({
      position: gifts.position,
      id: gifts.id,
      giftAssetId: gifts.giftAssetId,
      shownName: gifts.senderName,
      sealedSenderName: messages.sealedSenderName,
      sealedText: sql<Buffer | null>`case when ${trees.opensAt} <= ${sql.placeholder("now")} then ${messages.sealedText} end`,
      treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
      hungOn: gifts.hungOn,
      takenDownFor: gifts.takenDownFor,
    })
    .from(gifts)
    .innerJoin(trees, and(eq(trees.shareCode, gifts.shareCode), eq(trees.ownerId, sql.placeholder("owner"))))
    .innerJoin(messages, and(eq(messages.shareCode, gifts.shareCode), eq(messages.giftId, gifts.id)))
    .leftJoin(treeKeys, eq(treeKeys.shareCode, gifts.shareCode))
    .where(and(onTree, isBelow))
    .orderBy(newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("gifts_of_owner");

  return {
    /** The pages wanted, each with its tree as it was at the same moment; in one statement. A tree that is none is left out. */
    listEach: (wanted: readonly WantedPage[]): Promise<ListedPage[]> => readPages(database, wanted),

    listOfOwner: (code: string, owner: string, now: Date, { limit, below }: PageWanted) =>
      ofOwner.execute({ code, owner, now: now.toISOString(), limit, below }),

    /** One transaction for several who come together. Where one waits for a lock for longer than so many milliseconds, all is undone. */
    async transaction<Result>(
      lockWaitMs: number,
      work: (transaction: Transaction) => Promise<Result>,
    ): Promise<Result> {
      return database.transaction(async (transaction) => {
        const [, result] = await Promise.all([
          // Sent ahead of the work's own statements, and not waited for.
          transaction.execute(sql.raw(`set local lock_timeout = ${lockWaitMs}`)),
          work(transaction),
        ]);
        return result;
      });
    },

    /** Hangs the gifts that can be hung, in their order, and tells of each what became of it. */
    async hangEach(hanging: readonly NewlyHung[], now: Date, within: Transaction): Promise<Hanging[]> {
      const rows = await hangEach(within, {
        codes: [...new Set(hanging.map(({ shareCode }) => shareCode))],
        gifts: JSON.stringify(hanging.map(toJson)),
        now: now.toISOString(),
      });
      return rows.map(({ hasTree, isPaused, giftCount, hungOn }) => {
        if (giftCount !== null && hungOn !== null) return { hung: { giftCount, hungOn } };
        return { hung: null, hasTree, isPaused };
      });
    },

    /** Deletes gifts of an owner's tree with their messages, and counts them out. Undefined where the owner has no such tree. */
    delete: (code: string, owner: string, ids: readonly string[]): Promise<GiftsDeleted | undefined> =>
      database.transaction(async (transaction) => {
        // Locked first, as by every gift that arrives: the count then follows whatever happens at the same time.
        const isTree = and(eq(trees.shareCode, code), eq(trees.ownerId, owner));
        const counted = { giftCount: trees.giftCount };
        const [tree] = await transaction.select(counted).from(trees).where(isTree).for("update");
        if (!tree) return undefined;
        const areTheirs = and(eq(gifts.shareCode, code), inArray(gifts.id, [...ids]));
        const gone = await transaction.delete(gifts).where(areTheirs).returning({ takenDownFor: gifts.takenDownFor });
        if (gone.length === 0) return { deleted: 0, giftCount: tree.giftCount };
        // One that a moderator took down is not counted any more.
        const giftCount = tree.giftCount - gone.filter(({ takenDownFor }) => takenDownFor === null).length;
        await transaction
          .update(trees)
          .set({ giftCount, version: sql`${trees.version} + 1` })
          .where(isTree);
        return { deleted: gone.length, giftCount };
      }),
  };
}

type HangingRow = { hasTree: boolean; isPaused: boolean; giftCount: number | null; hungOn: string | null };

function toJson({ sealedSenderName, sealedText, wrappedKey, ...rest }: NewlyHung) {
  const [name, text, key] = [sealedSenderName, sealedText, wrappedKey].map((each) => each.toString("base64"));
  return { ...rest, sealedSenderName: name, sealedText: text, wrappedKey: key };
}

/**
 * Hangs gifts with their sealed messages and counts them, each tree once, in one statement. The trees are locked ahead,
 * in the same order everywhere: gifts that arrive elsewhere at the same time queue there, none is lost, and no two
 * groups wait for each other. A message sealed with a key that the tree does not have could never be opened, so it
 * does not count as taken.
 */
const hangEach = preparedStatement<HangingRow>(
  "gifts_hung",
  sql`
    with tree as materialized (
      select share_code, is_paused from trees
      where share_code = any(${sql.placeholder("codes")}::text[]) and taken_down_for is null
      order by share_code for no key update
    ), asked as (
      select * from rows from (
        json_to_recordset(${sql.placeholder("gifts")}::json) as (
          id uuid, "shareCode" text, "giftAssetId" text, "shownName" text,
          "sealedSenderName" text, "sealedText" text, "wrappedKey" text
        )
      ) with ordinality as gift(id, share_code, gift_asset_id, shown_name, sealed_name, sealed_text, wrapped_key, place)
    ), fit as (
      select asked.*, row_number() over (partition by share_code order by place) as rank
      from asked join tree using (share_code) join tree_keys using (share_code)
      where not is_paused and wrapped = decode(wrapped_key, 'base64')
    ), counted as (
      update trees set gift_count = gift_count + fitting, hung_count = hung_count + fitting, version = version + 1
      from (select share_code, count(*)::integer as fitting from fit group by share_code) as tally
      where trees.share_code = tally.share_code
      returning trees.share_code, gift_count - fitting as gifts_before, hung_count - fitting as hung_before,
        (${sql.placeholder("now")}::timestamptz at time zone time_zone)::date as hung_on
    ), placed as (
      select fit.*, gifts_before + rank as gift_count, hung_before + rank as position, hung_on
      from fit join counted using (share_code)
    ), gift as (
      insert into gifts (share_code, position, id, gift_asset_id, sender_name, hung_on)
      select share_code, position, id, gift_asset_id, shown_name, hung_on from placed
    ), message as (
      insert into messages (share_code, gift_id, sealed_sender_name, sealed_text)
      select share_code, id, decode(sealed_name, 'base64'), decode(sealed_text, 'base64') from placed
    )
    select tree.share_code is not null as "hasTree", coalesce(is_paused, false) as "isPaused",
      placed.gift_count::integer as "giftCount", hung_on as "hungOn"
    from asked left join tree using (share_code) left join placed using (place) order by place`,
);
