import { afterAll } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { closeDatabase, type Database, openDatabase } from "./client.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { codeOf } from "./error-code.ts";
import { LOCK_WAIT } from "./hold-owner.ts";
import { asAdmin, asSuperuser, makeTemplate, withName } from "./template.test-utils.ts";

export { TEST_MESSAGE_KEYS } from "./template.test-utils.ts";

/**
 * A Postgres with a template database; of a distributed one, the nodes, each with its part of the template. If it ends with
 * the tests, its databases need no cleanup.
 */
type Cluster = { nodes: readonly [string, ...string[]]; template: string; endsWithTests: boolean };

// All test files of a run may share one Postgres and its template: scripts/test.ts sets the variables, and npm run
// distributed does, which also names the workers.
const { TEST_DATABASE_URL, TEST_TEMPLATE, TEST_WORKERS = "" } = process.env;

const IN_USE = "55006";

let cluster: Promise<Cluster> | undefined;
let cleanUp: (() => Promise<void>) | undefined;

// A busy machine takes long to bring a second request to a lock that a test holds.
LOCK_WAIT.ms = 20_000;

// bunfig.toml preloads this file, so this hook runs after the last test.
afterAll(() => cleanUp?.());

/** Creates a migrated database for one test file in a real Postgres, as a copy of a template (about 30 ms). */
export async function testDatabase(): Promise<{ url: string; database: Database; close: () => Promise<void> }> {
  cluster ??= findCluster();
  const { nodes, template, endsWithTests } = await cluster;
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const onEach = (statement: string) => Promise.all(nodes.map((node) => asAdmin(node, statement)));
  await onEach(`create database ${name} template ${template}`);
  const url = withName(nodes[0], name);
  const database = openDatabase(url);
  const close = async () => {
    await closeDatabase(database);
    if (endsWithTests) return;
    // Citus may start its process again meanwhile: then a database stays. There must only not be many.
    await onEach(`drop database ${name} with (force)`).catch((error) => {
      if (codeOf(error) !== IN_USE) throw error;
    });
  };
  return { url, database, close };
}

/** Lets transactions wait so long for a lock while `work` runs, and as long as before afterwards, whatever happens. */
export async function withLockWait<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const usual = LOCK_WAIT.ms;
  LOCK_WAIT.ms = ms;
  try {
    return await work();
  } finally {
    LOCK_WAIT.ms = usual;
  }
}

// With the statements of all nodes.
const activity = sql.raw(TEST_WORKERS ? "citus_stat_activity" : "pg_stat_activity");

/** Waits until at least this many statements of a database wait for a lock. */
export async function untilWaiting(database: Database, atLeast: number): Promise<void> {
  for (;;) {
    const [found] = await database.execute<{ count: number }>(
      sql`select count(*)::int as count from ${activity}
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (found && found.count >= atLeast) return;
    await Bun.sleep(5);
  }
}

async function findCluster(): Promise<Cluster> {
  if (TEST_DATABASE_URL && TEST_TEMPLATE) {
    const workers = TEST_WORKERS.split(" ").filter(Boolean);
    // Of a distributed one, Citus runs a process for each database.
    return { nodes: [TEST_DATABASE_URL, ...workers], template: TEST_TEMPLATE, endsWithTests: workers.length === 0 };
  }
  const address = TEST_DATABASE_URL || (await startThrowAway());
  const template = `template_${process.pid}`;
  await makeTemplate(address, template);
  cleanUp ??= () => asAdmin(address, `drop database ${template}`);
  return { nodes: [address], template, endsWithTests: !TEST_DATABASE_URL };
}

/** Starts an embedded Postgres that ends with this process. */
async function startThrowAway(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "tree-test-"));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, isThrowAway: true });
  cleanUp = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return asSuperuser(url);
}
