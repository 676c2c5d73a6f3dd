import { sql } from "drizzle-orm";
import { type Database, preparedStatement, type Transaction } from "../db/client.ts";
import { isGone } from "../db/error-code.ts";
import type { StoredTreeKey } from "./cipher.ts";

/** What gifts on a tree need: its time zone, and its key if it has one. */
export type FoundTree = { timeZone: string; stored: StoredTreeKey | null };
export type SealingStore = ReturnType<typeof sealingStore>;

const code = sql.placeholder("code");
const keyId = sql.placeholder("keyId");

const keyOf = preparedStatement<{ timeZone: string; keyId: string | null; wrapped: Buffer | null }>(
  "tree_key_of",
  sql`
    select time_zone as "timeZone", key_id as "keyId", wrapped
    from trees left join tree_keys on tree_keys.share_code = trees.share_code where trees.share_code = ${code}`,
);

const keepKey = preparedStatement(
  "tree_key_kept",
  sql`
    insert into tree_keys (share_code, key_id, wrapped)
    select ${code}, id, ${sql.placeholder("wrapped")}::bytea from message_keys where id = ${keyId}
    on conflict do nothing`,
);

const keyInUse = preparedStatement("message_key_in_use", sql`select from message_keys where id = ${keyId}`);

export function sealingStore(database: Database) {
  return {
    async find(shareCode: string, within: Transaction = database): Promise<FoundTree | undefined> {
      const [found] = await keyOf(within, { code: shareCode });
      if (!found) return undefined;
      const { timeZone, keyId, wrapped } = found;
      return { timeZone, stored: keyId && wrapped ? { keyId, wrapped } : null };
    },

    /**
     * Stores a tree's first key, unless it has one by now, was deleted, or the message key is out of use. The foreign key
     * waits for a message key that is being retired, and then refuses it.
     */
    async keep(shareCode: string, proposed: StoredTreeKey, within: Transaction = database): Promise<void> {
      await keepKey(within, { code: shareCode, ...proposed }).catch((error) => {
        if (!isGone(error)) throw error;
      });
    },

    isInUse: async (id: string, within: Transaction = database): Promise<boolean> =>
      (await keyInUse(within, { keyId: id })).length > 0,
  };
}
