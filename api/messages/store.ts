import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/client.ts";
import { gifts, messages, trees } from "../db/schema.ts";
import type { PageWanted } from "../http/paging.ts";
import type { NewGift } from "./shapes.ts";

export type HungGift = { giftCount: number; hungOn: string };
export type MessageStore = ReturnType<typeof messageStore>;

export function messageStore(database: Database) {
  const onTree = eq(gifts.shareCode, sql.placeholder("code"));
  const newestFirst = desc(gifts.position);
  const isBelow = lt(gifts.position, sql.placeholder("below"));

  const listed = database
    .select({
      position: gifts.position,
      id: gifts.id,
      giftAssetId: gifts.giftAssetId,
      senderName: gifts.senderName,
      hungOn: gifts.hungOn,
    })
    .from(gifts)
    .where(and(onTree, isBelow))
    .orderBy(newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("gifts_listed");

  // Whose tree it is and whether it has opened are conditions of the query: a text that may not be read never leaves it.
  const ofOwner = database
    .select({
      position: gifts.position,
      id: gifts.id,
      giftAssetId: gifts.giftAssetId,
      showSenderName: sql<boolean>`${gifts.senderName} is not null`,
      senderName: messages.senderName,
      text: sql<string | null>`case when ${trees.opensAt} <= ${sql.placeholder("now")} then ${messages.text} end`,
      hungOn: gifts.hungOn,
    })
    .from(gifts)
    .innerJoin(trees, and(eq(trees.shareCode, gifts.shareCode), eq(trees.ownerId, sql.placeholder("owner"))))
    .innerJoin(messages, and(eq(messages.shareCode, gifts.shareCode), eq(messages.giftId, gifts.id)))
    .where(and(onTree, isBelow))
    .orderBy(newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("gifts_of_owner");

  return {
    list: (code: string, { limit, below }: PageWanted) => listed.execute({ code, limit, below }),
    listOfOwner: (code: string, owner: string, now: Date, { limit, below }: PageWanted) =>
      ofOwner.execute({ code, owner, now: now.toISOString(), limit, below }),

    /**
     * Hangs a gift with its message and counts it, in one statement: the tree's row is locked by its own
     * update, so gifts that arrive together queue there and none is lost. Undefined where no tree takes gifts.
     */
    async hang(id: string, gift: NewGift, now: Date, within: Transaction = database): Promise<HungGift | undefined> {
      const shownName = gift.showSenderName ? gift.senderName : null;
      const [hung] = await within.execute<{ gift_count: number; hung_on: string }>(sql`
        with tree as (
          update trees set gift_count = gift_count + 1, hung_count = hung_count + 1, version = version + 1
          where share_code = ${gift.shareCode} and not is_paused
          returning share_code, gift_count, hung_count,
            (${now.toISOString()}::timestamptz at time zone time_zone)::date as hung_on
        ), gift as (
          insert into gifts (share_code, position, id, gift_asset_id, sender_name, hung_on)
          select share_code, hung_count, ${id}::uuid, ${gift.giftAssetId}, ${shownName}::text, hung_on from tree
        ), message as (
          insert into messages (share_code, gift_id, sender_name, text)
          select share_code, ${id}::uuid, ${gift.senderName}, ${gift.message} from tree
        )
        select gift_count, hung_on from tree`);
      return hung && { giftCount: hung.gift_count, hungOn: hung.hung_on };
    },
  };
}
