import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { MailKind } from "#contract/mails";
import type { Database, Transaction } from "./client.ts";
import { trees } from "./schema.ts";

type Tree = typeof trees.$inferSelect;
type Due = { isDue: SQL | undefined; most: number; by?: AnyPgColumn };
type Telling = Due & {
  kind: MailKind;
  now: Date;
  /** How a tree is marked as told. */
  told: Partial<typeof trees.$inferInsert>;
  /** The condition for the tree's owner to get the mail; null if nobody is to be told. */
  wantedBy: (tree: Tree) => SQL | null;
  /** Which account is told: the owner if omitted, and so nobody of a tree that nobody has claimed. */
  recipient?: (tree: Tree) => string | null;
  /** What else happens in the same transaction. */
  also?: (within: Transaction, tree: Tree) => Promise<void>;
};

/**
 * Queues a mail to the owner of each of up to `most` trees that are due, and returns how many trees it handled. Each is
 * marked as told in the transaction that queues its mail.
 */
export function tellOwners(database: Database, { isDue, most, ...telling }: Telling): Promise<number> {
  const { kind, now, told, wantedBy, also, recipient = ({ ownerId }) => ownerId } = telling;
  return forEachDue(database, { isDue, most }, async (within, tree) => {
    await within.update(trees).set(told).where(eq(trees.shareCode, tree.shareCode));
    await also?.(within, tree);
    const isWanted = wantedBy(tree);
    if (!isWanted) return;
    await within.execute(sql`
      insert into mail_jobs (kind, owner_id, share_code, due_at)
      select ${kind}::text, id, ${tree.shareCode}::text, ${now.toISOString()}::timestamptz
      from owners where id = ${recipient(tree)}::uuid and ${isWanted}`);
  });
}

/**
 * Handles each of up to `most` trees that are due in a transaction of its own, and returns how many. Any number of replicas
 * may do this at once; a tree that is locked is left to the next time.
 */
export async function forEachDue(
  database: Database,
  { isDue, most, by = trees.opensAt }: Due,
  handle: (within: Transaction, tree: Tree) => Promise<void>,
): Promise<number> {
  const due = await database.select({ code: trees.shareCode }).from(trees).where(isDue).orderBy(by).limit(most);
  let handled = 0;
  for (const { code } of due) {
    await database.transaction(async (within) => {
      const isTree = eq(trees.shareCode, code);
      const held = within.select().from(trees).where(and(isTree, isDue));
      const [tree] = await held.for("no key update", { skipLocked: true });
      if (!tree) return;
      handled += 1;
      await handle(within, tree);
    });
  }
  return handled;
}
