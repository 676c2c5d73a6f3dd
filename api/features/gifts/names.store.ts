import { and, eq, inArray, sql } from "drizzle-orm";
import type { NamesChanged } from "#contract/messages";
import type { Database } from "../../platform/db/client.ts";
import { type Session, writeFor } from "../../platform/db/hold-owner.ts";
import { messages, treeKeys, trees } from "../../platform/db/schema.ts";

export type NamesStore = ReturnType<typeof namesStore>;

/** Which names of senders an owner shows, of those who chose to show theirs. */
export function namesStore(database: Database) {
  return {
    awaiting: (code: string, owner: string, ids: readonly string[]) =>
      database
        .select({
          id: messages.giftId,
          sealedName: messages.sealedSenderName,
          treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
        })
        .from(messages)
        .innerJoin(trees, and(eq(trees.shareCode, messages.shareCode), eq(trees.ownerId, owner)))
        .leftJoin(treeKeys, eq(treeKeys.shareCode, messages.shareCode))
        .where(
          and(eq(messages.shareCode, code), inArray(messages.giftId, [...ids]), eq(messages.nameAwaitsApproval, true)),
        ),

    /** Shows names, and hides those of other gifts. A gift is counted only if it was not so before. */
    change: (
      code: string,
      by: Session,
      named: readonly { id: string; name: string }[],
      hidden: readonly string[],
    ): Promise<NamesChanged> =>
      writeFor(database, by, async (transaction) => {
        // Lock the tree first, as each new gift does: a page and its ETag then agree.
        const isTree = and(eq(trees.shareCode, code), eq(trees.ownerId, by.ownerId));
        const [tree] = await transaction.select({ code: trees.shareCode }).from(trees).where(isTree).for("update");
        if (!tree) return { shown: 0, hidden: 0 };
        const [ids, names] = [named.map(({ id }) => id), named.map(({ name }) => name)];
        const shown = await transaction.execute(sql`
          with agreed as (
            update messages set name_awaits_approval = false
            where share_code = ${code} and gift_id = any(${sql.param(ids)}::uuid[]) and name_awaits_approval
            returning gift_id
          )
          update gifts set sender_name = named.name
          from unnest(${sql.param(ids)}::uuid[], ${sql.param(names)}::text[]) as named(id, name) join agreed on gift_id = id
          where share_code = ${code} and gifts.id = named.id returning gifts.id`);
        const withdrawn = await transaction.execute(sql`
          with withdrawn as (
            update gifts set sender_name = null
            where share_code = ${code} and id = any(${sql.param([...hidden])}::uuid[]) and sender_name is not null
              -- Not of a gift whose message is gone: the name would be, too.
              and exists (select from messages where messages.share_code = gifts.share_code and gift_id = gifts.id)
            returning id
          )
          update messages set name_awaits_approval = true from withdrawn
          where share_code = ${code} and gift_id = withdrawn.id returning gift_id`);
        if (shown.length + withdrawn.length > 0)
          await transaction
            .update(trees)
            .set({ version: sql`${trees.version} + 1` })
            .where(isTree);
        return { shown: shown.length, hidden: withdrawn.length };
      }),
  };
}
