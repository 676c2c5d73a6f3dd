import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/client.ts";
import { arrayOfUnseenLength, preparedStatement } from "../db/prepared.ts";
import type { StoredTreeKey } from "./tree-key.ts";

export type { Transaction };
/** A tree's key, if it has one; if not, whether the tree exists, and whether the proposed message key is in use. */
export type TreeKeyFound = { stored: StoredTreeKey | null; hasTree: boolean; isInUse: boolean };
export type SealingStore = ReturnType<typeof sealingStore>;

/**
 * Finds a tree's key or stores the proposed one. The lock on the message key delays its retirement (see rotate.ts)
 * until this tree key is counted among those it wrapped. Of two concurrent proposals, one gets no row and must retry.
 */
const findOrMake = preparedStatement<{
  key_id: string | null;
  wrapped: Buffer | null;
  has_tree: boolean;
  is_in_use: boolean;
}>(
  "tree_key_found_or_made",
  sql`
    with stored as (
      select key_id, wrapped from tree_keys where share_code = ${sql.placeholder("code")}
    ), made as (
      insert into tree_keys (share_code, key_id, wrapped)
      select share_code, message_keys.id, ${sql.placeholder("wrapped")}::bytea from trees, message_keys
      where share_code = ${sql.placeholder("code")} and message_keys.id = ${sql.placeholder("keyId")}
        and not exists (select from stored)
      for key share of message_keys, trees
      on conflict do nothing returning key_id, wrapped
    )
    select key_id, wrapped,
      exists (select from trees where share_code = ${sql.placeholder("code")}) as has_tree,
      exists (select from message_keys where id = ${sql.placeholder("keyId")}) as is_in_use
    from (values (1)) as one left join (select * from stored union all select * from made) as found on true`,
);

const keysOf = preparedStatement<{ share_code: string; key_id: string; wrapped: Buffer }>(
  "tree_keys_of",
  sql`select share_code, key_id, wrapped from tree_keys where share_code = any(${arrayOfUnseenLength("codes", "text")})`,
);

export function sealingStore(database: Database) {
  return {
    /** Returns the keys of the trees that have one, by share code. */
    async findEach(codes: readonly string[]): Promise<Map<string, StoredTreeKey>> {
      const found = await keysOf(database, { codes });
      return new Map(found.map(({ share_code: code, key_id: keyId, wrapped }) => [code, { keyId, wrapped }]));
    },

    async findOrMake(code: string, proposed: StoredTreeKey, within: Transaction = database): Promise<TreeKeyFound> {
      const [found] = await findOrMake(within, { code, ...proposed });
      const { key_id: keyId, wrapped, has_tree: hasTree, is_in_use: isInUse } = found ?? {};
      return {
        stored: keyId && wrapped ? { keyId, wrapped } : null,
        hasTree: hasTree ?? false,
        isInUse: isInUse ?? false,
      };
    },
  };
}
