import { afterAll } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../log.ts";
import { keysGiven } from "../sealing/key-source.ts";
import type { MessageKeys } from "../sealing/message-keys.ts";
import { prepareSealing } from "../sealing/prepare.ts";
import { closeDatabase, type Database, openDatabase } from "./client.ts";
import { connect } from "./connect.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { migrateDatabase } from "./migrate.ts";

/** What the test databases' messages are sealed with. */
export const TEST_MESSAGE_KEYS: MessageKeys = [{ id: "test", bytes: Buffer.alloc(32, "a key for tests") }];

const TEMPLATE = `template_${process.pid}`;

let cluster: Promise<string> | undefined;
let created = 0;
let cleanUp: (() => Promise<void>) | undefined;

// bunfig.toml loads this file ahead of all tests, so this comes after the last of them.
afterAll(() => cleanUp?.());

/** A migrated database of a test file's own, in a real Postgres: a copy of a template, some 30 ms. */
export async function testDatabase(): Promise<{ url: string; database: Database; close: () => Promise<void> }> {
  cluster ??= startCluster();
  const template = await cluster;
  created += 1;
  const name = `test_${process.pid}_${created}`;
  await asAdmin(template, `create database ${name} template ${TEMPLATE}`);
  const url = withName(template, name);
  const database = openDatabase(url);
  const close = async () => {
    await closeDatabase(database);
    await asAdmin(template, `drop database ${name} with (force)`);
  };
  return { url, database, close };
}

/** The address of the template in the Postgres that TEST_DATABASE_URL names, or in an embedded one that ends with this process. */
async function startCluster(): Promise<string> {
  const address = process.env.TEST_DATABASE_URL || (await startThrowAway());
  await asAdmin(address, `drop database if exists ${TEMPLATE}`);
  await asAdmin(address, `create database ${TEMPLATE}`);
  cleanUp ??= () => asAdmin(address, `drop database ${TEMPLATE}`);
  const template = withName(address, TEMPLATE);
  await migrateDatabase(template, (database) =>
    prepareSealing(database, keysGiven(TEST_MESSAGE_KEYS), createLog("error")),
  );
  return template;
}

async function startThrowAway(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tree-test-"));
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder });
  cleanUp = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  return url;
}

async function asAdmin(address: string, statement: string): Promise<void> {
  const client = connect(withName(address, "postgres"), { max: 1 });
  await client.unsafe(statement);
  await client.end();
}

function withName(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
