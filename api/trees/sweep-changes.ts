import { sql } from "drizzle-orm";
import { CHANGES_HOLD_MS } from "../company/service.ts";
import type { Snapshot } from "../company/store.ts";
import type { Database } from "../db/client.ts";

/**
 * Sweeps away which trees were changed, once everybody has had the time to look: what had ended at the sweep before, which was
 * long enough ago. What ended since stays, whenever it began.
 */
export function sweepChanges(database: Database, elapsedMs: () => number = () => performance.now()) {
  let last: { snapshot: Snapshot; at: number } | undefined;

  return async (): Promise<void> => {
    if (last && elapsedMs() - last.at < 2 * CHANGES_HOLD_MS) return;
    const [now] = await database.execute<{ snapshot: Snapshot }>(sql`
      with swept as (
        delete from tree_changes where (transaction, share_code) in (
          select transaction, share_code from tree_changes
          where transaction < pg_snapshot_xmin(${last?.snapshot ?? null}::pg_snapshot)
          -- One that is held is being deleted with its tree.
          for update skip locked
        )
      ) select pg_current_snapshot()::text as snapshot`);
    if (now) last = { snapshot: now.snapshot, at: elapsedMs() };
  };
}
