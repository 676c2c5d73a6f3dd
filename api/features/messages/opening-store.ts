import { sql } from "drizzle-orm";
import type { PageRequest } from "../../paging.ts";
import type { Database } from "../../platform/db/client.ts";
import { preparedStatement } from "../../platform/db/prepared.ts";
import { gifts, messages, trees } from "../../platform/db/schema.ts";

export type OpeningStore = ReturnType<typeof openingStore>;

/** Which gifts an owner has unwrapped, and where a page of gifts lies on its tree. */
export function openingStore(database: Database) {
  return {
    /**
     * Returns how many gifts, of all, come before the first below a position that an owner has not unwrapped; null if
     * none is left. Leaves out gifts that they folded away, but not those that their list folds.
     */
    async beforeUnopened(code: string, owner: string, below: number): Promise<number | null> {
      const [row] = await countBeforeUnopened(database, { code, owner, below });
      return row?.before ?? null;
    },

    /**
     * Returns how many gifts, of all, come before a visible one by its number, from 1, or before the last of fewer.
     */
    async beforeNumber(code: string, number: number): Promise<number> {
      const [row] = await countBeforeNumber(database, { code, number });
      return row?.before ?? 0;
    },

    /** Returns what lies before a page, by its first position: the visible gifts, and the request of the page before. */
    async pageBefore(code: string, top: number, limit: number): Promise<{ start: number; previous: number | null }> {
      const [row] = await findPageBefore(database, { code, top, limit });
      if (!row) throw new Error("the page before a page has no row");
      return row;
    },

    /** Marks gifts of an open tree as unwrapped by its owner. Returns how many were not yet. */
    async markOpened(code: string, owner: string, ids: readonly string[], now: Date): Promise<number> {
      const marked = await database.execute(sql`
        update messages set is_opened = true from trees
        where messages.share_code = ${code} and gift_id = any(${sql.param([...ids])}::uuid[]) and not is_opened
          and trees.share_code = ${code} and owner_id = ${owner} and opens_at <= ${now.toISOString()}::timestamptz
        returning gift_id`);
      return marked.length;
    },
  };
}

const code = sql.placeholder("code");
const top = sql.placeholder("top");

const countBeforeUnopened = preparedStatement<{ before: number | null }>(
  "gifts_before_unopened",
  sql`
    select case when max(gift.position) is not null then (
      select count(*)::integer from ${gifts} where share_code = ${code} and position > max(gift.position)
    ) end as before
    from ${gifts} gift
    join ${trees} on trees.share_code = gift.share_code and owner_id = ${sql.placeholder("owner")}
    join ${messages} message on message.share_code = gift.share_code and message.gift_id = gift.id
    where gift.share_code = ${code} and gift.position < ${sql.placeholder("below")} and gift.taken_down_for is null
      and not is_opened and is_folded is not true`,
);

const countBeforeNumber = preparedStatement<{ before: number }>(
  "gifts_before_number",
  sql`
    select count(*)::integer as before from ${gifts} where share_code = ${code} and position > (
      select min(position) from (
        select position from ${gifts} where share_code = ${code} and taken_down_for is null
        order by position desc limit ${sql.placeholder("number")}
      ) as numbered
    )`,
);

// A page before the first full one starts at the top.
const findPageBefore = preparedStatement<{ start: number; previous: PageRequest["below"] | null }>(
  "page_before",
  sql`
    select
      count(*) filter (where taken_down_for is null)::integer as start,
      case when count(*) > 0 then coalesce(
        (select position from ${gifts} where share_code = ${code} and position > ${top}
          order by position offset ${sql.placeholder("limit")} limit 1),
        2147483647
      ) end as previous
    from ${gifts} where share_code = ${code} and position > ${top}`,
);
