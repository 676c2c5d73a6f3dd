import { asc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/client.ts";
import { messageKeys, treeKeys } from "../db/schema.ts";
import { replaceKeyFile } from "./key-file.ts";
import { type KeySource, keysGiven, keysInFile } from "./key-source.ts";
import { loadKeys } from "./load-keys.ts";
import { type MessageKey, makeMessageKey } from "./message-keys.ts";
import { CannotOpen } from "./sealed-bytes.ts";
import { type StoredTreeKey, unwrapTreeKey, wrapTreeKey } from "./tree-key.ts";

const BATCH = 200;
const ROTATION_LOCK = 7_325_335;

/** How many trees' keys were wrapped anew, how many of them open no more, and which message keys nothing needs now. */
export type Rotation = { rewrapped: number; damaged: number; retired: string[] };

/**
 * Wraps every tree's key anew under the first message key, while the service runs, and takes the other message keys
 * out of use. Texts stay as they are. Can be interrupted and run again. `database` must have one connection: the lock is its.
 */
export async function rotate(database: Database, keys: KeySource): Promise<Rotation> {
  await recordHits(database);
  await loadKeys(database, keys);
  const [first] = keys.keys();
  const inUse = await database.select({ id: messageKeys.id }).from(messageKeys);
  const done: Rotation = { rewrapped: 0, damaged: 0, retired: [] };
  for (const { id } of inUse) {
    const old = keys.find(id);
    if (!old || id === first.id) continue;
    while (await database.transaction((transaction) => rewrapBatch(transaction, old, first, done))) {}
    await database.transaction((transaction) => retire(transaction, old, first, done));
    done.retired.push(id);
  }
  return done;
}

/** The same with a new key that a file gets in front of its old one, and in the end in its place. */
export async function rotateFile(database: Database, file: string): Promise<Rotation> {
  await recordHits(database);
  const keys = keysInFile(file).keys();
  // Two keys were left behind by a rotation that did not end: this one ends it.
  if (keys.length === 1) {
    const both = [makeMessageKey(), ...keys] as const;
    await database.transaction(async (transaction) => {
      await loadKeys(transaction, keysGiven(both, `The file ${file}`));
      // In the file before anybody may use it, and in use only if it is in the file.
      replaceKeyFile(file, both);
    });
  }
  const source = keysInFile(file);
  const done = await rotate(database, source);
  replaceKeyFile(file, [source.keys()[0]]);
  return done;
}

async function recordHits(database: Database): Promise<void> {
  await database.execute(sql`select pg_advisory_lock(${ROTATION_LOCK})`);
}

/** Takes a message key out of use. Who would wrap a new tree's key under it waits here, and then must take another. */
async function retire(transaction: Transaction, old: MessageKey, first: MessageKey, done: Rotation): Promise<void> {
  await transaction.select().from(messageKeys).where(eq(messageKeys.id, old.id)).for("update");
  while (await rewrapBatch(transaction, old, first, done)) {}
  await transaction.delete(messageKeys).where(eq(messageKeys.id, old.id));
}

/** Says whether there may be more. */
async function rewrapBatch(
  transaction: Transaction,
  old: MessageKey,
  first: MessageKey,
  done: Rotation,
): Promise<boolean> {
  const kept = await transaction
    .select()
    .from(treeKeys)
    .where(eq(treeKeys.keyId, old.id))
    .orderBy(asc(treeKeys.shareCode))
    .limit(BATCH)
    .for("update");
  if (kept.length === 0) return false;
  const anew = kept.map(({ shareCode, wrapped }) => {
    const rewrapped = rewrap(old, first, wrapped, shareCode);
    if (!rewrapped) done.damaged += 1;
    // What is damaged opens under no key, and must not hold the old one back.
    return { shareCode, ...(rewrapped ?? { keyId: first.id, wrapped }) };
  });
  await transaction
    .insert(treeKeys)
    .values(anew)
    .onConflictDoUpdate({
      target: treeKeys.shareCode,
      set: { keyId: sql`excluded.key_id`, wrapped: sql`excluded.wrapped` },
    });
  done.rewrapped += kept.length;
  return kept.length === BATCH;
}

function rewrap(old: MessageKey, first: MessageKey, wrapped: Buffer, shareCode: string): StoredTreeKey | null {
  try {
    return wrapTreeKey(first, unwrapTreeKey(old, wrapped, shareCode), shareCode);
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
