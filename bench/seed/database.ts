import { join } from "node:path";
import type { Sql } from "postgres";
import { connect } from "../../api/platform/db/connect.ts";
import { startEmbeddedPostgres } from "../../api/platform/db/embedded.ts";
import { atTheEnd } from "../../test-support/stopping.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { seed } from "./seed.ts";
import type { Shape } from "./shape.ts";

const RUN = "tree_bench_run";
const DATA = join(import.meta.dir, "../data");

/**
 * A Postgres to measure on, with a way to make a new copy of the seeded database: each run starts from the same rows.
 */
export type Cluster = { address: string; freshCopy(): Promise<string>; close(): Promise<void> };

export async function openCluster(shape: Shape, say: (sentence: string) => void): Promise<Cluster> {
  const own = process.env.BENCH_DATABASE_URL ? null : await startOwn();
  const address = process.env.BENCH_DATABASE_URL || own?.url || "";
  const fingerprint = fingerprintOf(shape);
  const seeded = `tree_bench_of_${shape.trees}`;
  if ((await fingerprintIn(address, seeded)) !== fingerprint) {
    say("seeding the database; this takes some minutes, and the next run reuses it");
    await asAdmin(address, async (sql) => {
      await sql.unsafe(`drop database if exists ${seeded}`);
      await sql.unsafe(`create database ${seeded}`);
    });
    await seed(withName(address, seeded), shape, say);
    // Set last: an interrupted seeding has no fingerprint, so it is done again.
    await asAdmin(address, (sql) => sql.unsafe(`comment on database ${seeded} is '${fingerprint}'`));
  }
  const dropCopy = () => asAdmin(address, (sql) => sql.unsafe(`drop database if exists ${RUN} with (force)`));
  return {
    address,
    async freshCopy() {
      await dropCopy();
      await asAdmin(address, (sql) => sql.unsafe(`create database ${RUN} template ${seeded} strategy file_copy`));
      return withName(address, RUN);
    },
    close: async () => own?.stop(),
  };
}

async function startOwn(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: DATA });
  const stopAtTheEnd = atTheEnd(stop);
  // Only a superuser creates databases: "tree" in a folder that was made before the service's role was none.
  const [first] = await asAdmin(url, (sql) => sql`select rolname as name from pg_roles where oid = 10`);
  const address = new URL(url);
  address.username = first?.name;
  return { url: address.href, stop: stopAtTheEnd };
}

async function fingerprintIn(address: string, name: string): Promise<string | null> {
  return asAdmin(address, async (sql) => {
    const [found] =
      await sql`select shobj_description(oid, 'pg_database') as said from pg_database where datname = ${name}`;
    return found?.said ?? null;
  });
}

async function asAdmin<Result>(address: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect(withName(address, "postgres"), { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

function withName(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
