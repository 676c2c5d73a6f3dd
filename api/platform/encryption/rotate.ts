import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/client.ts";
import { isGone } from "../db/error-code.ts";
import { appeals, hidingLists, messageKeys, treeKeys } from "../db/schema.ts";
import { type StoredTreeKey, unwrapTreeKey, wrapTreeKey } from "./cipher.ts";
import { openAppealed, openList, sealAppealed, sealList } from "./derived-keys.ts";
import { keepOldKey, replaceKeyFile } from "./key-file.ts";
import { type KeySource, keysGiven, keysInFile } from "./key-source.ts";
import { loadKeys } from "./load-keys.ts";
import { type MessageKey, makeMessageKey } from "./message-keys.ts";

const BATCH = 200;
const ROTATION_LOCK = 7_325_335;

/** How many tree keys were rewrapped, how many of those are damaged, and which message keys were retired. */
export type Rotation = { rewrapped: number; damaged: number; retired: string[] };

/**
 * Rewraps every tree key under the first message key while the service runs, and retires the other message keys. Texts
 * are not touched. Can be interrupted and run again. `database` must have one connection, which holds the lock.
 */
export async function rotate(database: Database, keys: KeySource): Promise<Rotation> {
  await takeRotationLock(database);
  await loadKeys(database, keys);
  const [first] = keys.keys();
  const inUse = await database.select({ id: messageKeys.id }).from(messageKeys);
  const done: Rotation = { rewrapped: 0, damaged: 0, retired: [] };
  for (const { id } of inUse) {
    const old = keys.find(id);
    if (!old || id === first.id) continue;
    do {
      await rewrapTrees(database, old, first, done);
      while (await database.transaction((within) => resealLists(within, old, first))) {}
      while (await database.transaction((within) => resealAppeals(within, old, first))) {}
    } while (!(await retire(database, old)));
    done.retired.push(id);
  }
  return done;
}

/**
 * Rotates the keys in a file: adds a new first key, rewraps the tree keys, and then moves the old message key into a
 * file beside it, for older backups.
 */
export async function rotateFile(database: Database, file: string): Promise<Rotation> {
  await takeRotationLock(database);
  const before = keysInFile(file);
  const keys = before.keys();
  // Two keys are left over from an interrupted rotation: this one finishes it.
  if (keys.length === 1) {
    const both = [makeMessageKey(), ...keys] as const;
    await database.transaction(async (transaction) => {
      const given = keysGiven(both, before.name);
      await loadKeys(transaction, { ...given, find: (id) => given.find(id) ?? before.find(id) });
      // The key is in the file before it can be used, and in use only if it is in the file.
      replaceKeyFile(file, both);
    });
  }
  const source = keysInFile(file);
  const done = await rotate(database, source);
  const [first, ...old] = source.keys();
  for (const key of old) keepOldKey(file, key);
  replaceKeyFile(file, [first]);
  return done;
}

async function takeRotationLock(database: Database): Promise<void> {
  await database.execute(sql`select pg_advisory_lock(${ROTATION_LOCK})`);
}

/**
 * Retires a message key; returns false if it has just been used again. A caller that is storing a tree key, a list or an
 * appeal under it is waited for, and one that comes later must use another.
 */
async function retire(database: Database, old: MessageKey): Promise<boolean> {
  try {
    return await database.transaction(async (within) => {
      const isKey = eq(messageKeys.id, old.id);
      await within.select().from(messageKeys).where(isKey).for("update");
      const lists = await within.$count(hidingLists, eq(hidingLists.keyId, old.id));
      if (lists + (await within.$count(appeals, eq(appeals.keyId, old.id))) > 0) return false;
      // The foreign key of tree keys refuses it otherwise.
      await within.delete(messageKeys).where(isKey);
      return true;
    });
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Rewraps the tree keys under the old message key, one by one, so that no tree waits for another. */
async function rewrapTrees(database: Database, old: MessageKey, first: MessageKey, done: Rotation): Promise<void> {
  for (;;) {
    const rows = await database.select().from(treeKeys).where(eq(treeKeys.keyId, old.id)).limit(BATCH);
    if (rows.length === 0) return;
    for (const { shareCode, wrapped } of rows) {
      const rewrapped = rewrap(old, first, wrapped, shareCode);
      const isAsRead = and(eq(treeKeys.shareCode, shareCode), eq(treeKeys.wrapped, wrapped));
      const written = await database
        .update(treeKeys)
        // A damaged tree key opens under no message key, and must not keep the old one in use.
        .set(rewrapped ?? { keyId: first.id })
        .where(isAsRead);
      if (written.count > 0 && !rewrapped) done.damaged += 1;
      done.rewrapped += written.count;
    }
  }
}

/** Seals lists of words to hide with the first key; drops damaged ones. Returns whether there may be more. */
async function resealLists(within: Transaction, old: MessageKey, first: MessageKey): Promise<boolean> {
  const isUnderOld = eq(hidingLists.keyId, old.id);
  const rows = await within.select().from(hidingLists).where(isUnderOld).limit(BATCH).for("update");
  for (const { ownerId, sealed } of rows) {
    const isOwners = eq(hidingLists.ownerId, ownerId);
    const list = openList(old, ownerId, sealed);
    if (list === null) await within.delete(hidingLists).where(isOwners);
    else
      await within
        .update(hidingLists)
        .set(sealList(first, ownerId, list))
        .where(isOwners);
  }
  return rows.length === BATCH;
}

/** Seals refused texts with the first key; drops damaged ones. Returns whether there may be more. */
async function resealAppeals(within: Transaction, old: MessageKey, first: MessageKey): Promise<boolean> {
  const isUnderOld = eq(appeals.keyId, old.id);
  const rows = await within.select().from(appeals).where(isUnderOld).limit(BATCH).for("update");
  for (const { id, sealedText } of rows) {
    const text = sealedText && openAppealed(old, id, sealedText);
    const isIt = eq(appeals.id, id);
    if (!text) await within.delete(appeals).where(isIt);
    else
      await within
        .update(appeals)
        .set(sealAppealed(first, id, text))
        .where(isIt);
  }
  return rows.length === BATCH;
}

function rewrap(old: MessageKey, first: MessageKey, wrapped: Buffer, shareCode: string): StoredTreeKey | null {
  const treeKey = unwrapTreeKey(old, wrapped, shareCode);
  return treeKey && wrapTreeKey(first, treeKey, shareCode);
}
