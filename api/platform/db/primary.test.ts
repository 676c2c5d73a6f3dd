import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { freePort } from "../../../scripts/free-port.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { connect } from "./connect.ts";
import { codeOf } from "./error-code.ts";
import { type Pair, pairHere, startPair } from "./replica-pair.test-utils.ts";

const folder = mkdtempSync(join(tmpdir(), "tree-pair-"));
let pair: Pair;
beforeAll(async () => {
  pair = await startPair(folder, ...pairHere([await freePort(), await freePort()]));
}, 60_000);
afterAll(async () => {
  await pair.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** The error code of the work, or null if it succeeded. */
const troubleIn = (work: PromiseLike<unknown>) =>
  work.then(
    () => null,
    (error) => codeOf(error),
  );

/** Codes of an immediate failure: no primary, or no host. Neither an unresponsive database (SILENT) nor a timeout. */
const AT_ONCE = /^(CONNECTION_(?!SILENT)|ECONN)/;

async function portOf(url: string): Promise<number> {
  const client = connect(url, { max: 1 });
  const [seen] = await client`select inet_server_port() as port`;
  await client.end();
  return seen?.port;
}

test("finds the primary wherever it is in the address", async () => {
  const port = Number(new URL(pair.first.url).port);
  const [, standby = ""] = pair.url.split(",");
  const turned = `postgres://tree@${standby.replace("/tree", "")},127.0.0.1:${port}/tree`;
  expect([await portOf(pair.url), await portOf(turned)]).toEqual([port, port]);
});

test("refuses a standby alone at once if writes are required", async () => {
  const client = connect(`${pair.second.url}?target_session_attrs=read-write`, { max: 1 });
  for (let tries = 0; tries < 3; tries += 1) {
    // Neither a connect timeout nor a missing answer.
    expect(await troubleIn(client`select 1`)).toBe("CONNECTION_NO_PRIMARY");
  }
  await client.end();
});

test(
  "fails requests at once while no host takes writes, then uses the promoted standby and leaves the old primary",
  async () => {
    const database = openDatabase(pair.url);
    const ask = () => database.execute<{ port: number }>(sql`select inet_server_port() as port`);
    await database.execute(sql`create table marks (id integer)`);
    await database.execute(sql`insert into marks values (1)`);
    await pair.first.kill();
    // Its child processes notice a moment later.
    while ((await troubleIn(ask())) === null) await Bun.sleep(10);
    for (let tries = 0; tries < 5; tries += 1) {
      const troubles = await Promise.all(Array.from({ length: 40 }, () => troubleIn(ask())));
      for (const trouble of troubles) expect(trouble).toMatch(AT_ONCE);
    }
    await pair.promoteSecond();
    while ((await troubleIn(ask())) !== null) await Bun.sleep(20);
    expect(await database.execute<{ id: number }>(sql`select id from marks`)).toMatchObject([{ id: 1 }]);

    // The old primary comes back and takes writes, but it is on an earlier timeline.
    await pair.first.start();
    const port = Number(new URL(pair.second.url).port);
    expect(await portOf(pair.url)).toBe(port);
    expect(await ask()).toMatchObject([{ port }]);
    await closeDatabase(database);
  },
  { timeout: 60_000 },
);

test("replaces a connection that no longer takes writes", async () => {
  const database = openDatabase(pair.second.url, 1);
  await database.execute(sql`set default_transaction_read_only = on`);
  const insert = () => troubleIn(database.execute(sql`insert into marks values (2)`));
  expect([await insert(), await insert()]).toEqual(["25006", null]);
  await closeDatabase(database);
});
