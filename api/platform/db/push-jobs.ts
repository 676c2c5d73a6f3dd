import { type SQL, sql } from "drizzle-orm";
import type { PushKind } from "#contract/mails";
import type { Transaction } from "./client.ts";
import type { DigestPart } from "./schema.ts";

/** A keyed hash of a gift, which finds the devices of its sender; of none without a key. */
export type HashOfGift = (id: string) => string;
type Telling = { kind: PushKind; shareCode: string; now: Date; part?: DigestPart };

/** Queues a notification to each device that meets a condition. One that is being deleted is waited for, and gets none. */
export async function queuePushes(within: Transaction, { kind, shareCode, now, part }: Telling, isTheirs: SQL) {
  await within.execute(sql`
    insert into mail_jobs (kind, device_id, share_code, digest, due_at)
    select ${kind}::text, id, ${shareCode}::text, ${part ? JSON.stringify([part]) : null}::jsonb, ${now.toISOString()}::timestamptz
    from push_devices where ${isTheirs} for key share`);
}

export const isOwnersDevice = (ownerId: string): SQL =>
  sql`session_id in (select id from owner_sessions where user_id = ${ownerId}::uuid)`;

/** Tells a gift's sender once that something came back for it, unless it is taken back before they were told. */
export async function tellSender(within: Transaction, code: string, giftHash: string, now: Date | null): Promise<void> {
  if (now)
    await within.execute(sql`
      with told as (
        update push_devices set is_reply_told = true where gift_hash = ${giftHash} and not is_reply_told returning id
      )
      insert into mail_jobs (kind, device_id, share_code, due_at)
      select 'push_replied', id, ${code}::text, ${now.toISOString()}::timestamptz from told`);
  else
    await within.execute(sql`
      with untold as (
        delete from mail_jobs using push_devices device
        where device.id = device_id and gift_hash = ${giftHash} and kind = 'push_replied' returning device_id
      )
      update push_devices set is_reply_told = false from untold where id = device_id`);
}

/** What claims the jobs `due`, and schedules the next attempt of each: one returns if this process dies before it is done. */
export const claimDue = (now: Date): SQL => sql`
  claimed as (
    update mail_jobs set attempts = attempts + 1,
      due_at = ${now.toISOString()}::timestamptz + least(interval '1 minute' * power(2, least(attempts, 8)), interval '4 hours')
    from due where mail_jobs.id = due.id returning mail_jobs.*
  )`;
