import { and, eq, inArray, sql } from "drizzle-orm";
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Database } from "../db/client.ts";
import { messages } from "../db/schema.ts";
import { requireSchemaRight } from "../db/schema-right.ts";
import type { Log } from "../log.ts";
import { wipeRemains } from "./remains.ts";
import type { Sealing, TreeSeal } from "./sealing.ts";

/** Messages from before encryption was introduced; see migration 0003. */
const plainMessages = pgTable("plain_messages", {
  shareCode: text("share_code").notNull(),
  giftId: uuid("gift_id").notNull(),
  senderName: text("sender_name").notNull(),
  text: text("text").notNull(),
});
type PlainMessage = typeof plainMessages.$inferSelect;

const BATCH = 500;

/**
 * Seals plaintext messages in batches, each in its own transaction: an interrupted start resumes where it stopped. Then
 * drops the table and wipes its traces. Replicas that start meanwhile wait.
 */
export async function sealPlainMessages(database: Database, sealing: Sealing, log: Log): Promise<void> {
  const found = await findTable(database);
  if (!found) return;
  const first = await firstRows(database);
  // Empty, it may stay until a role starts the service that may drop it.
  if (first.length === 0 && !found.is_ours) return;
  await requireSchemaRight(database, "The database holds messages from before encryption", "npm start");
  let sealed = 0;
  for (let rows = first; rows.length > 0; rows = await firstRows(database)) {
    await sealBatch(database, rows, sealing);
    if (sealed === 0) log.info("sealing plaintext messages; this happens once");
    sealed += rows.length;
  }
  await database.execute(sql`drop table plain_messages`);
  if (sealed === 0) return;
  log.info("messages sealed", { sealed });
  await wipeRemains(database, log);
}

async function findTable(database: Database): Promise<{ is_ours: boolean } | undefined> {
  const [found] = await database.execute<{ is_ours: boolean }>(sql`
    select pg_has_role(relowner, 'usage') as is_ours from pg_class where oid = to_regclass('plain_messages')`);
  return found;
}

function firstRows(database: Database): Promise<PlainMessage[]> {
  return database.select().from(plainMessages).orderBy(plainMessages.shareCode, plainMessages.giftId).limit(BATCH);
}

async function sealBatch(database: Database, rows: readonly PlainMessage[], sealing: Sealing): Promise<void> {
  const seals = new Map<string, TreeSeal>();
  for (const code of new Set(rows.map(({ shareCode }) => shareCode))) {
    const seal = await sealing.toSeal(code);
    if (seal) seals.set(code, seal);
  }
  const sealed = rows.flatMap(({ shareCode, giftId, senderName, text }) => {
    const seal = seals.get(shareCode);
    if (!seal) return [];
    const sealedSenderName = seal.seal("sender name", giftId, senderName);
    return [{ shareCode, giftId, sealedSenderName, sealedText: seal.seal("text", giftId, text) }];
  });
  await database.transaction(async (transaction) => {
    await transaction.insert(messages).values(sealed);
    for (const code of seals.keys()) {
      const ids = rows.filter(({ shareCode }) => shareCode === code).map(({ giftId }) => giftId);
      await transaction
        .delete(plainMessages)
        .where(and(eq(plainMessages.shareCode, code), inArray(plainMessages.giftId, ids)));
    }
  });
}
