import { and, desc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Day } from "#contract/days";
import type { GiftReceipt, GiftsDeleted } from "#contract/messages";
import type { PageRequest } from "../../paging.ts";
import type { Database } from "../../platform/db/client.ts";
import { deleteGifts } from "../../platform/db/delete-gifts.ts";
import { type Session, writeFor } from "../../platform/db/hold-owner.ts";
import { readableText } from "../../platform/db/may-read.ts";
import { arrayOfUnseenLength, preparedStatement } from "../../platform/db/prepared.ts";
import { gifts, messages, treeKeys, trees } from "../../platform/db/schema.ts";
import { type GiftPageRequest, type ListedPage, readPages } from "./gift-pages.ts";

/** A gift as it is stored: public fields, sealed fields for the owner, and the wrapped tree key that sealed them. */
export type SealedGift = {
  id: string;
  shareCode: string;
  giftAssetId: string;
  shownName: string | null;
  sealedSenderName: Buffer;
  sealedText: Buffer;
  wrappedKey: Buffer;
};
/**
 * A gift to create, or null if it was rejected and only counts; and the idempotency claim of its request, if it has a
 * key.
 */
export type GiftToCreate = {
  gift: SealedGift | null;
  claim: { ids: readonly string[]; held: readonly string[]; bodyHash: string } | null;
  /** The day, its end, and the next evening, in the tree's time zone; null if there is no such tree. */
  here: { hungOn: Day; dayEnds: Date; evening: Date } | null;
};
/** Rate counters, each once, with the hits of all gifts; `countedBy` and `counted` map gifts to counters by index. */
type Counters = {
  counters: readonly string[];
  hits: readonly number[];
  quotas: readonly number[];
  windows: readonly number[];
  countedBy: readonly number[];
  counted: readonly number[];
  now: number;
};
/** The part of a receipt that is stored for repeats. */
export type StoredReceipt = Pick<GiftReceipt, "id" | "createdAt" | "giftCount">;
/** Result of a gift; see `leave_gifts` for the meaning of each. */
export type GiftOutcome =
  | [kind: "created", giftCount: number, createdAt: string]
  | [kind: "repeat", bodyHash: string, first: StoredReceipt, leftAt: number]
  | [kind: "in_progress" | "over_quota" | "refused" | "unknown_tree" | "paused" | "wrong_key"];
/** State of a counter with more than one hit: how many, and the slot that leaves the window next. */
type CounterNow = [counter: string, used: number, nextSlot: number | null];
export type CreatedGifts = { counters: CounterNow[]; outcomes: GiftOutcome[] };
export type OwnersRow = Awaited<ReturnType<MessageStore["listOfOwner"]>>[number];
export type MessageStore = ReturnType<typeof messageStore>;

export function messageStore(database: Database) {
  const onTree = eq(gifts.shareCode, sql.placeholder("code"));
  const newestFirst = desc(gifts.position);
  const isBelow = lt(gifts.position, sql.placeholder("below"));
  // A gift that is hidden and has no message was taken back: what is left of it is evidence for moderators.
  const isHiddenListed = and(sql`${sql.placeholder("withTakenDown")}::boolean`, isNotNull(messages.giftId));
  const isListed = or(isHiddenListed, isNull(gifts.takenDownFor));
  // Ownership and the opening day are conditions of the query: a text or a hidden name that may not be read never leaves
  // the database.
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
      treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
      isOpened: sql<boolean>`coalesce(${messages.isOpened}, false)`,
      foldedByOwner: messages.isFolded,
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
    /**
     * Returns the requested pages, each with its tree from the same snapshot, in one statement. Omits unknown trees.
     */
    listEach: (requests: readonly GiftPageRequest[]): Promise<ListedPage[]> => readPages(database, requests),

    listOfOwner: (code: string, owner: string, now: Date, { limit, below }: PageRequest, withTakenDown = true) =>
      ofOwner.execute({ code, owner, now: now.toISOString(), limit, below, withTakenDown }),

    /**
     * Creates a batch of gifts in one statement, and so in one transaction. Fails as a whole if a lock wait times
     * out.
     */
    async leave(
      gifts: readonly GiftToCreate[],
      { counters, since, lockWaitMs }: { counters: Counters; since: Date; lockWaitMs: number },
    ): Promise<CreatedGifts> {
      const keys = keysOf(gifts);
      const sent = JSON.stringify(gifts.map(toJson));
      const [row] = await createGifts(database, { ...counters, ...keys, sent, since: since.toISOString(), lockWaitMs });
      if (!row) throw new Error("leave_gifts returned no row");
      return row.left;
    },

    /** Returns the time zones of trees, by share code. */
    async timeZonesOf(codes: readonly string[]): Promise<Map<string, string>> {
      const found = await timeZonesOf(database, { codes });
      return new Map(found.map(({ code, timeZone }) => [code, timeZone]));
    },

    /** Folds a gift away for its tree's owner, or unfolds it. Returns whether it is theirs to read. */
    async fold(code: string, by: Session, id: string, isFolded: boolean): Promise<boolean> {
      const folded = await writeFor(database, by, (within) =>
        within.execute(sql`
          update messages set is_folded = ${isFolded} from trees
          where messages.share_code = ${code} and gift_id = ${id}
            and trees.share_code = ${code} and owner_id = ${by.ownerId}
          returning gift_id`),
      );
      return folded.length > 0;
    },

    /**
     * Deletes gifts of an owner's tree, with their messages, and updates the count. Undefined if they have no such tree.
     */
    delete: (code: string, by: Session, ids: readonly string[]): Promise<GiftsDeleted | undefined> =>
      writeFor(database, by, async (transaction) => {
        // Lock the tree first, as each new gift does, so that the count stays right under concurrency.
        const isTree = and(eq(trees.shareCode, code), eq(trees.ownerId, by.ownerId));
        const counted = { giftCount: trees.giftCount };
        const [tree] = await transaction.select(counted).from(trees).where(isTree).for("update");
        if (!tree) return undefined;
        return deleteGifts(transaction, code, tree.giftCount, ids);
      }),
  };
}

/** Collects the ids to lock and to look up, each with the index of its gift. */
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

function toJson({ gift, claim, here }: GiftToCreate) {
  if (!gift) return {};
  const { sealedSenderName, sealedText, wrappedKey, ...rest } = gift;
  const [name, text, key] = [sealedSenderName, sealedText, wrappedKey].map((each) => each.toString("base64"));
  const claimed = { keptAs: claim?.ids[0], bodyHash: claim?.bodyHash };
  return { ...rest, ...claimed, ...here, sealedSenderName: name, sealedText: text, wrappedKey: key };
}

const timeZonesOf = preparedStatement<{ code: string; timeZone: string }>(
  "time_zones_of",
  sql`
    select share_code as code, time_zone as "timeZone" from trees
    where share_code = any(${arrayOfUnseenLength("codes", "text")})`,
);

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
