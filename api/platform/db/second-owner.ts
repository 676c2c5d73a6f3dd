import { eq, sql } from "drizzle-orm";
import type { Transaction } from "./client.ts";
import { GIFTS_AT_ONCE, type GoingTree } from "./delete-tree.ts";
import { secondOwners } from "./schema.ts";

/**
 * Ends the second owner's share in a tree that is locked. Returns who it was. What they unwrapped and folded is no
 * matter to another one: they read other gifts.
 */
export async function endSecondOwner(within: Transaction, shareCode: string): Promise<string | undefined> {
  const [second] = await within
    .delete(secondOwners)
    .where(eq(secondOwners.shareCode, shareCode))
    .returning({ ownerId: secondOwners.ownerId });
  if (!second) return undefined;
  await within.execute(
    sql`update trees set has_second_owner = false, version = version + 1 where share_code = ${shareCode}`,
  );
  await dropMails(within, shareCode, second.ownerId);
  return second.ownerId;
}

/**
 * Passes a tree that is locked on to its second owner, and deletes the messages that only its owner could read. Returns
 * whether there is a second owner.
 */
export async function passOn(within: Transaction, { shareCode, hungCount }: GoingTree): Promise<boolean> {
  const [second] = await within.delete(secondOwners).where(eq(secondOwners.shareCode, shareCode)).returning();
  if (!second) return false;
  const { ownerId, afterPosition, seenPosition, newsAfter, newsDueAt } = second;
  for (let from = 0; from < hungCount; from += GIFTS_AT_ONCE) {
    const isOfBatch = sql`
      gifts.share_code = ${shareCode} and position > ${from} and position <= ${from + GIFTS_AT_ONCE}
      and messages.share_code = gifts.share_code and messages.gift_id = gifts.id`;
    await within.execute(sql`delete from messages using gifts where ${isOfBatch} and position <= ${afterPosition}`);
    await within.execute(sql`
      update messages set is_opened = is_opened_by_second, is_folded = is_folded_by_second,
        is_opened_by_second = false, is_folded_by_second = null
      from gifts where ${isOfBatch}`);
  }
  const [former] = await within.execute<{ ownerId: string }>(
    sql`select owner_id as "ownerId" from trees where share_code = ${shareCode}`,
  );
  if (former) await dropMails(within, shareCode, former.ownerId);
  const isNews = newsDueAt !== null;
  await within.execute(sql`
    update trees set owner_id = ${ownerId}, after_position = ${afterPosition}, seen_position = ${seenPosition},
      news_after = ${isNews ? newsAfter : null}, news_due_at = ${isNews ? newsDueAt.toISOString() : null}::timestamptz,
      has_second_owner = false, version = version + 1
    where share_code = ${shareCode}`);
  return true;
}

/** Drops the mails about a tree that wait for somebody who is no longer its owner. */
async function dropMails(within: Transaction, shareCode: string, ownerId: string): Promise<void> {
  await within.execute(sql`delete from mail_jobs where share_code = ${shareCode} and owner_id = ${ownerId}`);
}
