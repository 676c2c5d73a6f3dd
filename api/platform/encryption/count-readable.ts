import { and, asc, eq, gt, or } from "drizzle-orm";
import type { Log } from "../../../shared/observability/log.ts";
import type { Database } from "../db/client.ts";
import { messages, treeKeys } from "../db/schema.ts";
import type { KeySource } from "./key-source.ts";
import { loadKeys } from "./load-keys.ts";
import { sealing } from "./sealing.ts";
import { sealingStore } from "./tree-keys.store.ts";

const BATCH = 1000;

/**
 * Decrypts every message in the database, and stores nothing. Returns how many could be decrypted, and how many not.
 * Throws OperatorError if a key is missing.
 */
export async function countReadable(database: Database, keys: KeySource, log: Log) {
  await loadKeys(database, keys);
  const { toOpen } = sealing(sealingStore(database), keys, log);
  const count = { readable: 0, damaged: 0 };
  let last = { shareCode: "", giftId: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const rows = await database
      .select({
        shareCode: messages.shareCode,
        giftId: messages.giftId,
        sealedText: messages.sealedText,
        treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
      })
      .from(messages)
      .leftJoin(treeKeys, eq(treeKeys.shareCode, messages.shareCode))
      .where(
        or(
          gt(messages.shareCode, last.shareCode),
          and(eq(messages.shareCode, last.shareCode), gt(messages.giftId, last.giftId)),
        ),
      )
      .orderBy(asc(messages.shareCode), asc(messages.giftId))
      .limit(BATCH);
    for (const { shareCode, giftId, sealedText, treeKey } of rows) {
      const seal = treeKey && (await toOpen(shareCode, treeKey));
      const text = seal ? seal.open("text", giftId, sealedText) : null;
      count[text === null ? "damaged" : "readable"] += 1;
    }
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return count;
    last = end;
  }
}
