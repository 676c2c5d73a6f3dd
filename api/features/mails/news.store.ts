import { and, eq, isNull, sql } from "drizzle-orm";
import type { TreeNews } from "#contract/mails";
import type { Database } from "../../platform/db/client.ts";
import { type DigestPart, trees } from "../../platform/db/schema.ts";

/** How many senders of a tree are named. */
const NAMES = 3;

/**
 * Returns the gifts that a queued digest tells of, by tree. It reads the public part of gifts only: a text, or the name
 * of a sender who hides it, cannot come into a mail.
 */
export async function newsOf(database: Database, ownerId: string, parts: readonly DigestPart[]): Promise<TreeNews[]> {
  const found = await Promise.all(parts.map((part) => newsOnTree(database, ownerId, part)));
  return found
    .filter((tree) => tree !== undefined)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ news }) => news);
}

async function newsOnTree(database: Database, ownerId: string, { shareCode, after, upTo }: DigestPart) {
  const { name, createdAt, seenPosition } = trees;
  const isTheirs = and(eq(trees.shareCode, shareCode), eq(trees.ownerId, ownerId), isNull(trees.takenDownFor));
  const [tree] = await database.select({ name, createdAt, seenPosition }).from(trees).where(isTheirs);
  if (!tree) return undefined;
  const [counted] = await database.execute<{ giftCount: number; names: string[]; people: number }>(sql`
    with fresh as (
      select position, sender_name from gifts
      where share_code = ${shareCode} and position > ${Math.max(after, tree.seenPosition ?? 0)} and position <= ${upTo}
        and taken_down_for is null
    ), named as (
      select sender_name, min(position) as first from fresh where sender_name is not null group by sender_name
    )
    select count(*)::integer as "giftCount", array(select sender_name from named order by first limit ${NAMES}) as names,
      (count(distinct sender_name) + count(*) filter (where sender_name is null))::integer as people
    from fresh`);
  if (!counted?.giftCount) return undefined;
  const { giftCount, names, people } = counted;
  const news: TreeNews = { shareCode, treeName: tree.name, giftCount, names, others: people - names.length };
  return { createdAt: tree.createdAt, news };
}
