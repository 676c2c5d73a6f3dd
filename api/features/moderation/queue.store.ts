import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isShareCode } from "#contract/codes";
import type { Day } from "#contract/days";
import { ApiError } from "#contract/errors";
import { isUuid } from "#contract/ids";
import type { QueueEntry, WaitingReport } from "#contract/moderation";
import type { ReportReason } from "#contract/reports";
import type { Database } from "../../platform/db/client.ts";
import { isUrgent } from "../../platform/db/schema.ts";

export type Counts = Partial<Record<ReportReason, number>>;
/** An entry's position in the queue: urgent ones first, then by oldest report. */
export type QueuePlace = { isUrgent: boolean; oldest: string; shareCode: string; giftId: string | null };
type Place = QueuePlace & { newest: string; counts: Counts };
export type WaitingTarget = Place &
  Omit<QueueEntry, "gift" | "reports"> & {
    giftAssetId: string | null;
    senderName: string | null;
    hungOn: Day | null;
    giftTakenDownFor: ReportReason | null;
    keyId: string | null;
    wrapped: Buffer | null;
  };
export type StoredReport = Omit<WaitingReport, "text"> & { sealedText: Buffer | null };
export type QueueStore = ReturnType<typeof queueStore>;

/** Maximum number of reports shown per target; the counts cover all of them. */
const REPORTS_SHOWN = 20;

const NOBODY = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const urgent = isUrgent(sql`reason`);
// To the microsecond, so that a cursor identifies exactly one moment.
const inWords = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export function queueStore(database: Database) {
  /** Adds to a place in the queue what there is to see; undefined if the tree was deleted meanwhile. */
  async function targetAt(
    { shareCode, giftId, ...place }: Place,
    me: string | null,
  ): Promise<WaitingTarget | undefined> {
    const [tree] = await database.execute<Omit<WaitingTarget, keyof Place | "isOwn"> & { ownerId: string }>(sql`
      select coalesce(trees.owner_id, trees.organizer_id) as "ownerId", trees.name as "treeName", trees.owner_name as "ownerName",
        trees.organizer_name as "organizerName", trees.type as "treeType", trees.taken_down_for as "treeTakenDownFor",
        case when trees.thanks_taken_down_for is null then trees.thanks end as thanks,
        gifts.gift_asset_id as "giftAssetId", gifts.sender_name as "senderName", gifts.hung_on::text as "hungOn",
        gifts.taken_down_for as "giftTakenDownFor", tree_keys.key_id as "keyId", tree_keys.wrapped
      from trees
      left join gifts on gifts.share_code = ${shareCode} and gifts.id = coalesce(${giftId}::uuid, ${NOBODY})
      left join tree_keys on tree_keys.share_code = ${shareCode}
      where trees.share_code = ${shareCode}`);
    if (!tree) return undefined;
    const { ownerId, ...seen } = tree;
    return { shareCode, giftId, ...place, ...seen, isOwn: ownerId === me };
  }

  return {
    /** Returns up to `limit` open targets after a position, or from the start, and the last place if more follow. */
    async list(
      limit: number,
      after: QueuePlace | null,
      moderatorId: string,
    ): Promise<{ targets: WaitingTarget[]; last: QueuePlace | null }> {
      const isAfter = after
        ? sql`where (not is_urgent, oldest, share_code, coalesce(gift_id, ${NOBODY})) >
            (not ${after.isUrgent}::boolean, ${after.oldest}::timestamptz, ${after.shareCode}, coalesce(${after.giftId}::uuid, ${NOBODY}))`
        : sql``;
      const places = await database.execute<Place>(sql`
        with by_reason as (
          select share_code, gift_id, reason, count(*)::integer as amount,
            min(created_at) as oldest, max(created_at) as newest
          from reports where act_id is null group by share_code, gift_id, reason
        ), waiting as (
          select share_code, gift_id, bool_or(${urgent}) as is_urgent, min(oldest) as oldest, max(newest) as newest,
            jsonb_object_agg(reason, amount) as counts
          from by_reason group by share_code, gift_id
        )
        select share_code as "shareCode", gift_id as "giftId", is_urgent as "isUrgent", counts,
          ${inWords(sql`oldest`)} as oldest, ${inWords(sql`newest`)} as newest
        from waiting ${isAfter}
        order by not is_urgent, waiting.oldest, share_code, coalesce(gift_id, ${NOBODY}) limit ${limit + 1}`);
      const [me] = await database.execute<{ id: string | null }>(
        sql`select owner_id as id from moderators where id = ${moderatorId}`,
      );
      const page = places.slice(0, limit);
      const found = await Promise.all(page.map((place) => targetAt(place, me?.id ?? null)));
      const last = (places.length > limit && page.at(-1)) || null;
      return { targets: found.filter((target) => target !== undefined), last };
    },

    /** Returns the open reports on a target: owners' and urgent ones first, then the oldest. */
    async reportsOn({ shareCode, giftId }: QueuePlace): Promise<StoredReport[]> {
      const isOnTarget = giftId === null ? sql`gift_id is null` : sql`gift_id = ${giftId}`;
      const rows = await database.execute<StoredReport>(sql`
        select id, reason, details, is_owners as "isOwners", ${inWords(sql`created_at`)} as "createdAt",
          sealed_text as "sealedText"
        from reports where share_code = ${shareCode} and ${isOnTarget} and act_id is null
        order by is_owners desc, sealed_text is null, ${urgent} desc, created_at, id limit ${REPORTS_SHOWN}`);
      return [...rows];
    },

    /** Counts all open targets, and reports by reason. */
    async total(): Promise<{ targets: number; counts: Counts }> {
      const [total] = await database.execute<{ targets: number; counts: Counts | null }>(sql`
        select
          (select count(*) from (select distinct share_code, gift_id from reports where act_id is null) as target)::integer as targets,
          (select jsonb_object_agg(reason, amount) from (
            select reason, count(*)::integer as amount from reports where act_id is null group by reason
          ) as by_reason) as counts`);
      return { targets: total?.targets ?? 0, counts: total?.counts ?? {} };
    },
  };
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const place = z.tuple([
  z.boolean(),
  z.string().refine((text) => MOMENT.test(text) && !Number.isNaN(Date.parse(text))),
  z.string().refine(isShareCode),
  z.string().refine(isUuid).nullable(),
]);

/** Returns an opaque cursor to the entries after one of the queue. */
export function cursorAfter({ isUrgent, oldest, shareCode, giftId }: QueuePlace): string {
  return Buffer.from(JSON.stringify([isUrgent, oldest, shareCode, giftId])).toString("base64url");
}

/** Reads a cursor; refuses one that this service did not issue. */
export function placeIn(cursor: string): QueuePlace {
  try {
    const [isUrgent, oldest, shareCode, giftId] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { isUrgent, oldest, shareCode, giftId };
  } catch {
    throw new ApiError("invalid_cursor");
  }
}
