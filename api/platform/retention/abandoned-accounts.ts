import { sql } from "drizzle-orm";
import { UNCONFIRMED_KEPT_DAYS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { isAbandoned, type Proof } from "../db/hold-owner.ts";
import { DAY_MS, type Job } from "./job.ts";

const ACCOUNTS_AT_ONCE = 100;

/** Deletes an account with all its data, if `by` still counts and no tree has ever had a gift; if not, returns undefined. */
export type DeleteAccount = (
  ownerId: string,
  options: { by: Proof; isWithoutGifts: true },
) => Promise<object | undefined>;

/**
 * Deletes accounts whose address nobody confirmed and that nobody visited for long, with their empty trees. Both are
 * checked again while the account is held: somebody may sign in, confirm the address or leave a gift meanwhile.
 */
export const abandonedAccounts = (database: Database, deleteAccount: DeleteAccount): Job => ({
  name: "unconfirmed accounts",
  async *pieces(now) {
    const abandonedSince = new Date(now.getTime() - UNCONFIRMED_KEPT_DAYS * DAY_MS);
    for (let last = { at: "-infinity", id: "00000000-0000-0000-0000-000000000000" }; ; ) {
      const over = await database.execute<{ id: string; at: string }>(sql`
        select id, visited_at::text as at from owners
        where ${isAbandoned(abandonedSince)} and (visited_at, id) > (${last.at}::timestamptz, ${last.id}::uuid)
        order by visited_at, id limit ${ACCOUNTS_AT_ONCE}`);
      if (over.length === 0) return;
      const ids = over.map(({ id }) => id);
      const kept = await database.execute<{ id: string }>(sql`
        select owner_id as id from trees where owner_id = any(${sql.param(ids)}::uuid[]) and hung_count > 0
        union all select organizer_id from trees where organizer_id = any(${sql.param(ids)}::uuid[]) and hung_count > 0`);
      const keptIds = new Set(kept.map(({ id }) => id));
      let gone = 0;
      for (const ownerId of ids.filter((id) => !keptIds.has(id))) {
        if (await deleteAccount(ownerId, { by: { ownerId, abandonedSince }, isWithoutGifts: true })) gone += 1;
      }
      last = over.at(-1) ?? last;
      yield gone;
    }
  },
});
