// Distributes a migrated database over the workers of a Citus cluster (docs/capacity.md).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, workPatiently } from "../api/platform/db/client.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { runCommand } from "./command.ts";
import { whileNoServiceRuns, withDatabaseUrl } from "./database-of-service.ts";
import { readSettings } from "./start/settings.ts";

const USAGE = "npm run distribute  distributes a migrated database over the workers of a Citus cluster";
const STATEMENTS = join(import.meta.dirname, "../ops/citus/distribute.sql");

await runCommand(USAGE, async (words) => {
  if (words.length > 0) throw new OperatorError(USAGE);
  await withDatabaseUrl(readSettings(process.env), { mayMake: false }, (url) =>
    whileNoServiceRuns(url, () => workPatiently(url, distribute)),
  );
});

async function distribute(database: Database): Promise<void> {
  const [there] = await database.execute<Record<"citus" | "tables", boolean>>(sql`
    select to_regclass('pg_dist_partition') is not null as citus, to_regclass('gift_idempotency_keys') is not null as tables`);
  if (!there?.citus)
    throw new OperatorError("This Postgres has no Citus: create the extension in this database, on every node.");
  if (!there.tables)
    throw new OperatorError("This database is empty, or of an older version: run npm run migrate first.");
  const [nodes] = await database.execute<{ workers: number }>(
    sql`select count(*)::integer as workers from citus_get_active_worker_nodes()`,
  );
  if (!nodes?.workers) throw new OperatorError("Citus has no workers yet: add them with citus_add_node.");
  await database.transaction((within) => within.execute(sql.raw(readFileSync(STATEMENTS, "utf8"))));
  console.log(`Distributed over ${nodes.workers} worker${nodes.workers > 1 ? "s" : ""}.`);
}
