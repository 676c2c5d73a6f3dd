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

/** What went wrong, by its code; null where nothing did. */
const troubleIn = (work: PromiseLike<unknown>) =>
  work.then(
    () => null,
    (error) => codeOf(error),
  );

/** What says that nobody takes writes, or that nobody is there: neither a patience that ran out (SILENT), nor a timeout. */
const AT_ONCE = /^(CONNECTION_(?!SILENT)|ECONN)/;

async function portOf(url: string): Promise<number> {
  const client = connect(url, { max: 1 });
  const [seen] = await client`select inet_server_port() as port`;
  await client.end();
  return seen?.port;
}

test("the host that takes writes is found wherever it stands in the address", async () => {
  const port = Number(new URL(pair.first.url).port);
  const [, standby = ""] = pair.url.split(",");
  const turned = `postgres://tree@${standby.replace("/tree", "")},127.0.0.1:${port}/tree`;
  expect([await portOf(pair.url), await portOf(turned)]).toEqual([port, port]);
});

test("a standby alone is refused at once where writes are wanted", async () => {
  const client = connect(`${pair.second.url}?target_session_attrs=read-write`, { max: 1 });
  for (let tries = 0; tries < 3; tries += 1) {
    // Neither that it took too long to connect, nor that there was no answer.
    expect(await troubleIn(client`select 1`)).toBe("CONNECTION_NO_PRIMARY");
  }
  await client.end();
});

test(
  "while no host takes writes requests fail at once; the promoted standby serves them, and the old primary is left",
  async () => {
    const database = openDatabase(pair.url);
    const ask = () => database.execute<{ port: number }>(sql`select inet_server_port() as port`);
    await database.execute(sql`create table kept (id integer)`);
    await database.execute(sql`insert into kept values (1)`);
    await pair.first.kill();
    // Its servants notice a moment later.
    while ((await troubleIn(ask())) === null) await Bun.sleep(10);
    for (let tries = 0; tries < 5; tries += 1) {
      const troubles = await Promise.all(Array.from({ length: 40 }, () => troubleIn(ask())));
      for (const trouble of troubles) expect(trouble).toMatch(AT_ONCE);
    }
    await pair.promoteSecond();
    while ((await troubleIn(ask())) !== null) await Bun.sleep(20);
    expect(await database.execute<{ id: number }>(sql`select id from kept`)).toMatchObject([{ id: 1 }]);

    // It comes back and takes writes for its own: it was left behind on an earlier timeline.
    await pair.first.start();
    const port = Number(new URL(pair.second.url).port);
    expect(await portOf(pair.url)).toBe(port);
    expect(await ask()).toMatchObject([{ port }]);
    await closeDatabase(database);
  },
  { timeout: 60_000 },
);

test("a connection on which no writes are taken any more is left for a new one", async () => {
  const database = openDatabase(pair.second.url, 1);
  await database.execute(sql`set default_transaction_read_only = on`);
  const insert = () => troubleIn(database.execute(sql`insert into kept values (2)`));
  expect([await insert(), await insert()]).toEqual(["25006", null]);
  await closeDatabase(database);
});
