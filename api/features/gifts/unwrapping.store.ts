import { sql } from "drizzle-orm";
import { type Database, preparedStatement } from "../../platform/db/client.ts";
import { type Session, writeFor } from "../../platform/db/hold-owner.ts";
import { mayRead } from "../../platform/db/may-read.ts";
import { gifts, messages } from "../../platform/db/schema.ts";
import { TOP } from "../../platform/paging.ts";

export type UnwrappingStore = ReturnType<typeof unwrappingStore>;

/**
 * Which gifts an owner has unwrapped, and where a page of gifts lies among those that can be seen. To count the gifts
 * before a page, Postgres reads the index alone (migration 0000).
 */
export function unwrappingStore(database: Database) {
  return {
    /** Returns the newest gift below a position that its owner has neither unwrapped nor hidden. */
    async nextUnopened(code: string, below: number): Promise<number | null> {
      const [row] = await newestUnopened(database, { code, below });
      return row?.position ?? null;
    },

    /** Returns below which position the page of a gift starts, so that a gift is always on the same page. */
    async pageOf(code: string, position: number, limit: number): Promise<number> {
      const [row] = await pageAround(database, { code, position, limit });
      return row?.below ?? TOP;
    },

    /** Returns how many gifts come before a page, and below which position the page before starts; null for the first. */
    async pageBefore(code: string, below: number, limit: number): Promise<{ start: number; previous: number | null }> {
      const [row] = await findPageBefore(database, { code, below, limit });
      if (!row) throw new Error("the page before a page has no row");
      return row;
    },

    async markOpened(code: string, by: Session, ids: readonly string[], now: Date): Promise<number> {
      const marked = await writeFor(database, by, (within) =>
        within.execute(sql`
          update messages set is_opened = true from trees
          where messages.share_code = ${code} and gift_id = any(${sql.param([...ids])}::uuid[]) and not is_opened
            and trees.share_code = ${code} and ${mayRead(by.ownerId, now.toISOString())}`),
      );
      return marked.count;
    },
  };
}

const code = sql.placeholder("code");
const below = sql.placeholder("below");
const limit = sql.placeholder("limit");
const seen = sql`share_code = ${code} and taken_down_for is null`;

const newestUnopened = preparedStatement<{ position: number }>(
  "gifts_newest_unopened",
  sql`
    select position from ${gifts} gift join ${messages} message on message.share_code = ${code} and gift_id = gift.id
    where gift.share_code = ${code} and taken_down_for is null and position < ${below}
      and not is_opened and is_folded is not true
    order by position desc limit 1`,
);

const pageAround = preparedStatement<{ below: number }>(
  "page_around",
  sql`
    select position + 1 as below from ${gifts} where ${seen} and position >= ${sql.placeholder("position")}
    order by position limit 1 offset (
      select count(*) % ${limit}::integer from ${gifts} where ${seen} and position > ${sql.placeholder("position")}
    )`,
);

// A page before the first full one starts at the top.
const findPageBefore = preparedStatement<{ start: number; previous: number | null }>(
  "page_before",
  sql`
    select count(*)::integer as start, case when count(*) > 0 then coalesce(
      (select position + 1 from ${gifts} where ${seen} and position >= ${below} order by position
        limit 1 offset ${limit}::integer - 1),
      ${sql.raw(String(TOP))}
    ) end as previous
    from ${gifts} where ${seen} and position >= ${below}`,
);
