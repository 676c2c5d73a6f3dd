import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { GiftReceipt, GiftsDeleted } from "#contract/messages";
import type { PageRequest } from "../../paging.ts";
import type { Database } from "../../platform/db/client.ts";
import { preparedStatement } from "../../platform/db/prepared.ts";
import { gifts, messages, treeKeys, trees } from "../../platform/db/schema.ts";
import { type GiftPageRequest, type ListedPage, readPages } from "./gift-pages.ts";

/** A gift as it is stored: what everybody may see, what is the owner's alone, sealed, and the tree's key that sealed it. */
export type SealedGift = {
  id: string;
  shareCode: string;
  giftAssetId: string;
  shownName: string | null;
  sealedSenderName: Buffer;
  sealedText: Buffer;
  wrappedKey: Buffer;
};
/** A gift to leave: null where it is refused already and only counts; and what its request claims by its key, if it has one. */
export type GiftToCreate = {
  gift: SealedGift | null;
  claim: { ids: readonly string[]; held: readonly string[]; bodyHash: string } | null;
};
/** Rate counters, each once, with the hits of all gifts; and by their places which gift counts against which counter. */
type Counters = {
  counters: readonly string[];
  hits: readonly number[];
  quotas: readonly number[];
  windows: readonly number[];
  countedBy: readonly number[];
  counted: readonly number[];
  now: number;
};
/** What is stored of a receipt, for repeats: no share code, for it would have to be found and go with the tree's owner. */
export type StoredReceipt = Pick<GiftReceipt, "id" | "createdAt" | "giftCount">;
/** What became of a gift; `leave_gifts` says what each means. */
export type GiftOutcome =
  | [kind: "created", giftCount: number, createdAt: string]
  | [kind: "repeat", bodyHash: string, first: StoredReceipt]
  | [kind: "in_progress" | "over_quota" | "refused" | "unknown_tree" | "paused" | "wrong_key"];
/** Of counters that hold more than one hit, how many those are, and the slot that must leave the window next. */
type CounterNow = [counter: string, used: number, nextSlot: number | null];
export type CreatedGifts = { counters: CounterNow[]; outcomes: GiftOutcome[] };
export type OwnersRow = Awaited<ReturnType<MessageStore["listOfOwner"]>>[number];
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
    listEach: (wanted: readonly GiftPageRequest[]): Promise<ListedPage[]> => readPages(database, wanted),

    listOfOwner: (code: string, owner: string, now: Date, { limit, below }: PageRequest) =>
      ofOwner.execute({ code, owner, now: now.toISOString(), limit, below }),

    /** Leaves a batch of gifts: one statement, and so one transaction. Fails as a whole where a lock is waited for too long. */
    async leave(
      gifts: readonly GiftToCreate[],
      { counters, since, lockWaitMs }: { counters: Counters; since: Date; lockWaitMs: number },
    ): Promise<CreatedGifts> {
      const keys = keysOf(gifts);
      const sent = JSON.stringify(gifts.map(toJson));
      const [row] = await createGifts(database, { ...counters, ...keys, sent, since: since.toISOString(), lockWaitMs });
      if (!row) throw new Error("the gifts have no outcome");
      return row.left;
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

/** The ids to hold and to look for, each with the place of its gift. */
function keysOf(gifts: readonly GiftToCreate[]) {
  const keys = { heldBy: [] as number[], held: [] as string[], knownBy: [] as number[], known: [] as string[] };
  for (const [i, { claim }] of gifts.entries()) {
    for (const id of claim?.held ?? []) {
      keys.heldBy.push(i + 1);
      keys.held.push(id);
    }
    for (const id of claim?.ids ?? []) {
      keys.knownBy.push(i + 1);
      keys.known.push(id);
    }
  }
  return keys;
}

function toJson({ gift, claim }: GiftToCreate) {
  if (!gift) return {};
  const { sealedSenderName, sealedText, wrappedKey, ...rest } = gift;
  const [name, text, key] = [sealedSenderName, sealedText, wrappedKey].map((each) => each.toString("base64"));
  const kept = { keptAs: claim?.ids[0], bodyHash: claim?.bodyHash };
  return { ...rest, ...kept, sealedSenderName: name, sealedText: text, wrappedKey: key };
}

const createGifts = preparedStatement<{ left: CreatedGifts }>(
  "gifts_left",
  sql`
    select leave_gifts(
      ${sql.placeholder("sent")}::json, ${sql.placeholder("heldBy")}::integer[], ${sql.placeholder("held")}::text[],
      ${sql.placeholder("knownBy")}::integer[], ${sql.placeholder("known")}::text[], ${sql.placeholder("since")}::timestamptz,
      ${sql.placeholder("counters")}::text[], ${sql.placeholder("hits")}::integer[], ${sql.placeholder("quotas")}::integer[],
      ${sql.placeholder("windows")}::bigint[], ${sql.placeholder("countedBy")}::integer[], ${sql.placeholder("counted")}::integer[],
      ${sql.placeholder("now")}::bigint, ${sql.placeholder("lockWaitMs")}::integer
    ) as "left"`,
);
