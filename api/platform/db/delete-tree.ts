import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { GiftsDeleted } from "#contract/messages";
import type { Database, Transaction } from "./client.ts";
import { holdSession, inLine, type Session, waitsBriefly } from "./hold-owner.ts";
import type { HashOfGift } from "./push-jobs.ts";
import { gifts, pushDevices, trees } from "./schema.ts";

/**
 * Whether a tree is an account's to answer for: as its owner, or as its organizer until it is claimed. Grants no reading, and
 * is asked again of each row that is locked: a tree may be claimed meanwhile.
 */
export const isHeldBy = (account: string): SQL | undefined =>
  or(eq(trees.ownerId, account), eq(trees.organizerId, account));

/** Gifts deleted per statement. With their messages, this takes Postgres about 0.2 s. */
export const GIFTS_AT_ONCE = 10_000;

/** A tree to delete, whose row the transaction has locked: no gift can be added meanwhile. */
export type GoingTree = { shareCode: string; hungCount: number };

/**
 * Deletes a tree, its gifts, and the mails, devices and stored answers that name it; in batches of gifts: deleting a million in one
 * statement would exceed the statement timeout. It may take long: whoever has to hold its owner, too, does so afterwards.
 */
export async function deleteHeldTree(within: Transaction, { shareCode, hungCount }: GoingTree): Promise<void> {
  // The last batch is deleted by the cascade from the tree.
  for (let gone = 0; hungCount - gone > GIFTS_AT_ONCE; gone += GIFTS_AT_ONCE) {
    await within.execute(sql`
      delete from gifts
      where share_code = ${shareCode} and position > ${gone} and position <= ${gone + GIFTS_AT_ONCE}`);
  }
  await within.execute(sql`delete from idempotency_keys where share_code = ${shareCode}`);
  await within.execute(sql`delete from mail_jobs where share_code = ${shareCode}`);
  await within.execute(sql`delete from trees where share_code = ${shareCode}`);
  await within.execute(sql`delete from push_devices where share_code = ${shareCode}`);
}

/**
 * Deletes the one tree that meets a condition; returns whether there was one. With `skipLocked`, one that is locked counts
 * as none.
 */
export async function deleteTree(
  within: Transaction,
  isTree: SQL | undefined,
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<boolean> {
  const going = { shareCode: trees.shareCode, hungCount: trees.hungCount };
  const held = within.select(going).from(trees).where(isTree);
  const [tree] = await (skipLocked ? held.for("update", { skipLocked }) : held.for("update"));
  if (!tree) return false;
  await deleteHeldTree(within, tree);
  return true;
}

/** Deletes gifts of a tree that is locked and has that count, with their senders' devices; updates the count and the version. */
export async function deleteGifts(
  transaction: Transaction,
  code: string,
  countBefore: number,
  ids: readonly string[],
  hashOfGift: HashOfGift,
): Promise<GiftsDeleted> {
  const areTheirs = and(eq(gifts.shareCode, code), inArray(gifts.id, [...ids]));
  const gone = await transaction.delete(gifts).where(areTheirs).returning({ takenDownFor: gifts.takenDownFor });
  if (gone.length === 0) return { deleted: 0, giftCount: countBefore };
  await forgetSenders(transaction, code, ids.map(hashOfGift));
  // Gifts that a moderator took down are no longer counted.
  const giftCount = countBefore - gone.filter(({ takenDownFor }) => takenDownFor === null).length;
  await transaction
    .update(trees)
    .set({ giftCount, version: sql`${trees.version} + 1` })
    .where(eq(trees.shareCode, code));
  return { deleted: gone.length, giftCount };
}

/** Forgets the devices of gifts' senders. */
export async function forgetSenders(within: Transaction, code: string, hashes: string[]): Promise<void> {
  const areTheirs = and(eq(pushDevices.shareCode, code), inArray(pushDevices.giftHash, hashes));
  await within.delete(pushDevices).where(areTheirs);
}

/**
 * Deletes the tree of whoever asks, if the condition says that it is theirs; returns whether there was one. Holds the session
 * last: a deletion may take half a minute, and if the session ends meanwhile, nothing is deleted.
 */
export const deleteTreeFor = (database: Database, by: Session, isTheirs: SQL | undefined): Promise<boolean> =>
  inLine(`deletion ${by.ownerId}`, () =>
    database.transaction(async (within) => {
      const isDeleted = await deleteTree(within, and(isTheirs, waitsBriefly()));
      await holdSession(within, by);
      return isDeleted;
    }),
  );
