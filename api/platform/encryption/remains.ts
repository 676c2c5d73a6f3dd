import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { describeError, type Log } from "../log.ts";

/** Dropped rows survive in planner statistics, and updated rows as dead tuples. */
const TABLES_WITH_REMAINS = ["pg_statistic", "idempotency_keys"];
const MAY_REMAIN = "plaintext messages may still be in the database's files";
/** Of 16 MB each. A longer write-ahead log belongs to a server that has other work to do. */
const MOST_SEGMENTS = 64;

/** Wipes the traces of deleted plaintext rows from the database's files, as far as this user's privileges allow. */
export async function wipeRemains(database: Database, log: Log): Promise<void> {
  const attempt = async (what: string, wipe: () => Promise<unknown>) => {
    await wipe().catch((error) => log.warn(MAY_REMAIN, { what, ...describeError(error) }));
  };
  for (const table of TABLES_WITH_REMAINS) {
    await attempt(`dead rows of ${table}`, () => database.execute(sql`vacuum (full) ${sql.identifier(table)}`));
  }
  await attempt("the write-ahead log", async () => {
    if (await mayWipeLog(database)) await wipeLog(database);
    else log.warn(MAY_REMAIN, { what: "the write-ahead log and its archive" });
  });
  log.warn("backups and standbys from before this start contain plaintext messages: see docs/message-keys.md");
}

/** Allowed only if nothing else reads the log (archive, slot or standby), since all of it is overwritten. */
async function mayWipeLog(database: Database): Promise<boolean> {
  const [answer] = await database.execute<{ may: boolean }>(sql`
    select rolsuper and current_setting('archive_mode') = 'off' and not exists (select from pg_replication_slots)
      and not exists (select from pg_stat_replication) as may
    from pg_roles where rolname = current_user`);
  return answer?.may ?? false;
}

/** Checkpoints recycle old segments, to be overwritten later. A switch fills a segment, so they are overwritten now. */
async function wipeLog(database: Database): Promise<void> {
  const nextSegment = () =>
    database.execute(sql`select pg_switch_wal() from pg_logical_emit_message(false, 'tree-gifting', '')`);
  for (let times = 0; times < 2; times += 1) {
    await nextSegment();
    await database.execute(sql`checkpoint`);
  }
  const [log] = await database.execute<{ segments: number }>(
    sql`select count(*)::integer as segments from pg_ls_waldir()`,
  );
  const segments = log?.segments ?? 0;
  if (segments > MOST_SEGMENTS) throw new Error("the write-ahead log is too long to wipe");
  for (let i = 0; i < segments; i += 1) await nextSegment();
  await database.execute(sql`checkpoint`);
}
