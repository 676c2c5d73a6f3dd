import { sql } from "drizzle-orm";
import type { RatePolicy } from "#contract/rate-limits";
import type { Database, Transaction } from "../db/client.ts";
import { preparedStatement } from "../db/prepared.ts";

/** One quota asked for: a policy, for one address or one tree. At a cost of 0 it is looked at only. */
export type Turn = { policy: RatePolicy; key: string; cost: 0 | 1 };
/** Whether the turn was taken, how many of the quota are used with it, and when the next is free or the oldest forgotten. */
export type TurnTaken = { isTaken: boolean; used: number; waitMs: number };
export type { Transaction };
export type RateLimitStore = ReturnType<typeof rateLimitStore>;

export function rateLimitStore(database: Database) {
  return {
    /** Takes a turn of every quota, or of none where one is used up. True across replicas. */
    async take(turns: readonly Turn[], now: Date, within: Transaction = database): Promise<TurnTaken[]> {
      return (await takeTurns(within, valuesOf(turns, now))).map(toTurnTaken);
    },

    /** The same for each of several that came together, in their order. Their counters stay locked until `within` ends. */
    async takeEach(asked: readonly (readonly Turn[])[], now: Date, within: Transaction): Promise<TurnTaken[][]> {
      const values = valuesOf(asked.flat(), now);
      const [, taken] = await Promise.all([lockCounters(within, values), takeTogether(within, values)]);
      if (taken.every(({ is_taken: isTaken }) => isTaken)) return inTheirPlaces(asked, taken.map(toTurnTaken));
      // Somebody comes too late. Who does, only one after the other can tell; nobody else takes turns meanwhile.
      const each: TurnTaken[][] = [];
      for (const turns of asked) each.push(await this.take(turns, now, within));
      return each;
    },
  };
}

type TakenRow = { is_taken: boolean; used: string; wait_ms: string };

const toTurnTaken = (row: TakenRow): TurnTaken => ({
  isTaken: row.is_taken,
  used: Number(row.used),
  waitMs: Number(row.wait_ms),
});

function valuesOf(turns: readonly Turn[], now: Date) {
  return {
    keys: turns.map(({ policy, key }) => `${policy.name}:${key}`),
    quotas: turns.map(({ policy }) => policy.quota),
    windows: turns.map(({ policy }) => policy.windowSeconds * 1000),
    costs: turns.map(({ cost }) => cost),
    now: now.getTime(),
  };
}

function inTheirPlaces(asked: readonly (readonly Turn[])[], taken: readonly TurnTaken[]): TurnTaken[][] {
  let next = 0;
  return asked.map((turns) => {
    next += turns.length;
    return taken.slice(next - turns.length, next);
  });
}

const askedTurns = sql`${sql.placeholder("keys")}::text[], ${sql.placeholder("quotas")}::integer[], ${sql.placeholder("windows")}::bigint[], ${sql.placeholder("costs")}::integer[]`;
const nowMs = sql`${sql.placeholder("now")}::bigint`;

const takeTurns = preparedStatement<TakenRow>(
  "turns_taken",
  sql`select is_taken, used, wait_ms from take_turns(${askedTurns}, ${nowMs})`,
);

/**
 * As take_turns begins: of what is taken from, makes the counters that lack or that a later clock left, and locks all,
 * everywhere in the same order. One that is made has the turns in it already, so that it is written once.
 */
const lockCounters = preparedStatement(
  "counters_locked",
  sql`
    insert into rate_counters (key, counts, newest_slot, expires_at)
    select asked, array[sum(cost)], ${nowMs} / (window_ms / 60), to_timestamp((${nowMs} + window_ms) / 1000.0)
    from unnest(
      ${sql.placeholder("keys")}::text[], ${sql.placeholder("windows")}::bigint[], ${sql.placeholder("costs")}::integer[]
    ) as each(asked, window_ms, cost)
    where cost > 0 group by asked, window_ms order by asked
    on conflict (key) do update
      set counts = excluded.counts, newest_slot = excluded.newest_slot, expires_at = excluded.expires_at
      where rate_counters.newest_slot > excluded.newest_slot + 60`,
);

/**
 * As take_turns goes on, for several who take one turn after the other, where there are turns for all of them;
 * otherwise nothing is taken, and `is_taken` is false for all. A key is asked for at one cost. One that is looked at
 * only may have no counter, or one of a later clock. What this transaction wrote was made by `lockCounters`, so a
 * transaction takes turns together once.
 */
const takeTogether = preparedStatement<TakenRow>(
  "turns_taken_together",
  sql`
    with asked as (
      select place, asked_key, quota, window_ms, sum(cost) over (partition by asked_key) as wanted,
        sum(cost) over (partition by asked_key order by place) as so_far
      from unnest(${askedTurns}) with ordinality as each(asked_key, quota, window_ms, cost, place)
    ), counted as (
      select distinct asked_key, quota, window_ms, window_ms / 60 as slot_ms, wanted from asked
    ), found as (
      select counted.*, counter.counts, newest_slot,
        coalesce(counter.xmin = pg_current_xact_id()::xid and wanted > 0, false) as is_new
      from counted left join rate_counters as counter
        on counter.key = asked_key and newest_slot <= ${nowMs} / slot_ms + 60
    ), aged as (
      select found.*, case when is_new then '{}' else coalesce(counts, '{}') end as old,
        greatest(${nowMs} / slot_ms, newest_slot) as slot,
        least(greatest(${nowMs} / slot_ms - newest_slot, 0), 60)::integer as passed
      from found
    ), seen as (
      select asked_key, quota, window_ms, slot_ms, wanted, is_new, slot,
        array_fill(0, array[passed]) || old[1 : 60 - passed] as counts,
        (select coalesce(sum(n), 0) from unnest(old[1 : 60 - passed]) as n) as total
      from aged
    ), decided as (
      select bool_and(total + greatest(wanted, 1) <= quota) as is_free from seen
    ), taken as (
      update rate_counters as counter set
        counts = case when is_free then (seen.counts[1] + wanted)::integer || seen.counts[2 : 60] else '{0}' end,
        newest_slot = slot,
        expires_at = to_timestamp((${nowMs} + window_ms) / 1000.0)
      from seen, decided where counter.key = asked_key and is_free <> is_new and wanted > 0
    ), waiting as (
      select asked_key, total, coalesce((
          select (slot - max(age) + 61) * slot_ms - ${nowMs} from unnest(counts) with ordinality as slots(n, age) where n > 0
        ), window_ms) as wait_ms
      from seen
    )
    select is_free as is_taken, total + so_far as used, wait_ms
    from asked join waiting using (asked_key), decided order by place`,
);
