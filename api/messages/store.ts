import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { GiftsDeleted } from "#contract/messages";
import type { Database, Transaction } from "../db/client.ts";
import { preparedStatement } from "../db/prepared.ts";
import { gifts, messages, treeKeys, trees } from "../db/schema.ts";
import type { PageWanted } from "../http/paging.ts";
import { type ListedPage, readPages, type WantedPage } from "./listed-pages.ts";

/** Gifts on the tree with this one, the day in the tree's time zone, where on the tree it hangs, and the tree's version with it. */
export type HungGift = { giftCount: number; hungOn: string; position: number; version: number };
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
  /** Under which id its answer is kept for a repeat, and by which hash that one is known; null without a key. */
  keptAs: string | null;
  bodyHash: string | null;
};
/**
 * Turns to be taken at `now`, in milliseconds: of counters, each named once, so many (`costs`) of a quota within a window in milliseconds;
 * and counters that are looked at.
 */
type Turns = {
  counted: string[];
  costs: number[];
  quotas: number[];
  windows: number[];
  lookedAt: string[];
  now: number;
};
/** A counter of which more than one turn is used now: how many, and in which slot of its window the oldest was taken. */
type CounterTold = [counter: string, used: number, oldestSlot: number];
/** What gifts take that are posted together: turns; the ids of keys to hold, and to look for answers under; the gifts. */
export type Posting = Turns & {
  held: readonly string[];
  lookedFor: readonly string[];
  since: Date;
  gifts: readonly NewlyHung[];
  lockWaitMs: number;
};
export type PostedTogether = { turns: CounterTold[]; hung: Hanging[] };
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
      const gifts = { gifts: inJson(hanging), now: now.getTime(), lockWaitMs: null, someWillDo: true };
      const [row] = await hangAtOnce(within, { ...NOTHING_AHEAD, ...gifts });
      return row?.done?.hung.map(toHanging) ?? [];
    },

    /**
     * Does all at once that gifts take of which nobody need be told anything else: holds their keys, takes their turns, hangs
     * them and keeps their answers. Null where that is not so, and nothing was done.
     */
    async postEach(posting: Posting): Promise<PostedTogether | null> {
      const { gifts: hanging, since, ...rest } = posting;
      const values = { ...rest, since: since.toISOString(), gifts: inJson(hanging), someWillDo: false };
      const [row] = await hangAtOnce(database, values);
      return row?.done ? { turns: row.done.turns, hung: row.done.hung.map(toHanging) } : null;
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

/** For gifts whose keys are held and whose turns were taken before. */
const NOTHING_AHEAD = {
  held: [],
  lookedFor: [],
  since: null,
  counted: [],
  costs: [],
  quotas: [],
  windows: [],
  lookedAt: [],
};

type HangingJson = [
  hasTree: boolean,
  isPaused: boolean,
  giftCount: number | null,
  hungOn: string | null,
  position: number | null,
  version: number | null,
];

function toHanging([hasTree, isPaused, giftCount, hungOn, position, version]: HangingJson): Hanging {
  if (giftCount === null || hungOn === null || position === null || version === null)
    return { hung: null, hasTree, isPaused };
  return { hung: { giftCount, hungOn, position, version } };
}

const inJson = (hanging: readonly NewlyHung[]): string => JSON.stringify(hanging.map(toJson));

function toJson({ sealedSenderName, sealedText, wrappedKey, ...rest }: NewlyHung) {
  const [name, text, key] = [sealedSenderName, sealedText, wrappedKey].map((each) => each.toString("base64"));
  return { ...rest, sealedSenderName: name, sealedText: text, wrappedKey: key };
}

/** Hangs gifts with all that comes before it, in one statement and so in one transaction (migration 0016). */
const hangAtOnce = preparedStatement<{ done: { turns: CounterTold[]; hung: HangingJson[] } | null }>(
  "gifts_hung_at_once",
  sql`
    select hang_together(
      ${sql.placeholder("held")}::text[], ${sql.placeholder("lookedFor")}::text[], ${sql.placeholder("since")}::timestamptz,
      ${sql.placeholder("counted")}::text[], ${sql.placeholder("costs")}::integer[], ${sql.placeholder("quotas")}::integer[],
      ${sql.placeholder("windows")}::bigint[], ${sql.placeholder("lookedAt")}::text[], ${sql.placeholder("now")}::bigint,
      ${sql.placeholder("gifts")}::json, ${sql.placeholder("lockWaitMs")}::integer, ${sql.placeholder("someWillDo")}::boolean
    ) as done`,
);
