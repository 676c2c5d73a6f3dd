import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { freePort } from "../../../scripts/free-port.ts";
import { withoutPreparing } from "./address.ts";
import {
  closeDatabase,
  type Database,
  GIVEN_UP_WHEN_LOST,
  LOCK_WAIT_MS,
  openDatabase,
  openPatiently,
} from "./client.ts";
import { type Host, hostOf, makeHostsCluster } from "./host.test-utils.ts";

const folder = mkdtempSync(join(tmpdir(), "tree-session-"));
let host: Host;
beforeAll(async () => {
  host = hostOf(await makeHostsCluster(folder, "host", "127.0.0.1/32"), {
    address: "127.0.0.1",
    port: await freePort(),
  });
  await host.start();
}, 60_000);
afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const NAMES = [...Object.keys(GIVEN_UP_WHEN_LOST), "lock_timeout"];

/** A connection's settings, in Postgres's own units. */
async function settingsOf(database: Database): Promise<Record<string, number>> {
  try {
    const rows = await database.execute<{ name: string; setting: string }>(
      sql`select name, setting from pg_settings where name in ${NAMES}`,
    );
    return Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
  } finally {
    await closeDatabase(database);
  }
}

test("makes Postgres give up lost clients, on connections for requests and for patient work", async () => {
  expect(await settingsOf(openDatabase(host.url, 1))).toEqual({ ...GIVEN_UP_WHEN_LOST, lock_timeout: LOCK_WAIT_MS });
  expect(await settingsOf(openPatiently(host.url))).toEqual({ ...GIVEN_UP_WHEN_LOST, lock_timeout: 0 });
});

test("sends no session settings to a pooler, which would refuse the connection", async () => {
  const asItComes = await settingsOf(openDatabase(withoutPreparing(host.url), 1));
  expect(asItComes.idle_in_transaction_session_timeout).toBe(0);
  expect(asItComes).not.toMatchObject({ tcp_keepalives_idle: GIVEN_UP_WHEN_LOST.tcp_keepalives_idle });
});

test("releases the locks of a stalled program, which continues on a new connection", async () => {
  const [stalled, other] = [openDatabase(host.url, 1), openPatiently(host.url)];
  await other.execute(sql`create table held (id int primary key)`);
  await other.execute(sql`insert into held values (1)`);
  let taken: unknown;
  const transaction = stalled.transaction(async (within) => {
    await within.execute(sql`set idle_in_transaction_session_timeout = 300`);
    await within.execute(sql`select from held where id = 1 for update`);
    taken = await other.execute(sql`select from held where id = 1 for update`);
    await within.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  expect(taken).toHaveLength(1);
  expect(await stalled.execute(sql`select 1 as one`)).toEqual([{ one: 1 }] as never);
  await Promise.all([closeDatabase(stalled), closeDatabase(other)]);
});
