import { and, eq, type SQL, sql } from "drizzle-orm";
import type { MailKind } from "#contract/mails";
import type { Database } from "./client.ts";
import { trees } from "./schema.ts";

export type Telling = {
  kind: MailKind;
  now: Date;
  isDue: SQL | undefined;
  /** How a tree is marked as told. */
  told: Partial<typeof trees.$inferInsert>;
  /** The condition for the tree's owner to get the mail; null if nobody is to be told. */
  wantedBy: (tree: typeof trees.$inferSelect) => SQL | null;
  most: number;
  /** Which account is told: the owner if omitted, and so nobody of a tree that nobody has claimed. */
  recipient?: (tree: typeof trees.$inferSelect) => string | null;
};

/**
 * Queues a mail to the owner of each of up to `most` trees that are due, and returns how many trees it handled. Each is
 * marked as told in the transaction that queues its mail, so any number of replicas may do this at once; one that is
 * locked is left to the next time.
 */
export async function tellOwners(database: Database, { isDue, most, ...telling }: Telling): Promise<number> {
  const { kind, now, told, wantedBy, recipient = ({ ownerId }) => ownerId } = telling;
  const due = await database
    .select({ code: trees.shareCode })
    .from(trees)
    .where(isDue)
    .orderBy(trees.opensAt)
    .limit(most);
  let handled = 0;
  for (const { code } of due) {
    await database.transaction(async (within) => {
      const isTree = eq(trees.shareCode, code);
      const held = within.select().from(trees).where(and(isTree, isDue));
      const [tree] = await held.for("no key update", { skipLocked: true });
      if (!tree) return;
      handled += 1;
      await within.update(trees).set(told).where(isTree);
      const isWanted = wantedBy(tree);
      if (!isWanted) return;
      await within.execute(sql`
        insert into mail_jobs (kind, owner_id, share_code, due_at)
        select ${kind}::text, id, ${code}::text, ${now.toISOString()}::timestamptz
        from owners where id = ${recipient(tree)}::uuid and ${isWanted}`);
    });
  }
  return handled;
}
