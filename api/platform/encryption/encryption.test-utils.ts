import { expect } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { OwnersGift } from "#contract/messages";
import { type TestApp, type TestOwner, testAppOn } from "../../app.test-utils.ts";
import { closeDatabase, type Database, openDatabase } from "../db/client.ts";
import { testDatabase } from "../db/db.test-utils.ts";
import { startEmbeddedPostgres } from "../db/embedded.ts";
import { asSuperuser } from "../db/template.test-utils.ts";
import type { KeySource } from "./key-source.ts";
import { loadKeys } from "./load-keys.ts";

/** Starts a Postgres for this test alone, whose files and catalogs can be searched. */
export async function searchablePostgres() {
  const folder = await mkdtemp(join(tmpdir(), "tree-sealing-"));
  const { url: ofService, stop } = await startEmbeddedPostgres({ dataDir: folder });
  const url = asSuperuser(ofService);
  const databases: Database[] = [];
  return {
    url,
    open(connections?: number): Database {
      const database = openDatabase(url, connections);
      databases.push(database);
      return database;
    },
    /** Files in the data folder, including logs, that contain one of the texts. */
    filesWith: (texts: readonly string[]) => filesWith(folder, texts),
    async close() {
      await Promise.all(databases.map(closeDatabase));
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database sealed with the given keys, and replicas on it. */
export async function databaseSealedWith(keys: KeySource) {
  const { url, database, close } = await testDatabase();
  const opened: Database[] = [];
  const connections = (count: number): Database => {
    const pool = openDatabase(url, count);
    opened.push(pool);
    return pool;
  };
  await database.execute(sql`delete from message_keys`);
  await loadKeys(database, keys);
  return {
    database,
    connections,
    replica: (keys: KeySource) => testAppOn(connections(8), {}, connections(2), keys),
    async close() {
      await Promise.all(opened.map(closeDatabase));
      await close();
    },
  };
}

/** Creates a tree that is already open, and returns its share code. */
export async function createOpenTree(service: Pick<TestApp, "createTree">, owner: TestOwner): Promise<string> {
  return (await service.createTree(owner, { openingDay: "2026-11-30" })).shareCode;
}

/** Returns the message texts that the owner reads through this replica. */
export async function textsOn(
  service: Pick<TestApp, "ask">,
  owner: TestOwner,
  code: string,
): Promise<(string | null)[]> {
  const path = `/owner/trees/${code}/messages?limit=200`;
  const { status, data } = await service.ask<OwnersGift[]>(path, { headers: { cookie: owner.cookie } });
  expect(status).toBe(200);
  return data.map(({ message }) => message);
}

/**
 * Returns every row of every table and materialized view as text, system catalogs included: all that a dump could hold
 * and more.
 */
export async function everythingIn(database: Database): Promise<string> {
  const tables = await database.execute<{ name: string }>(
    sql`select oid::regclass::text as name from pg_class where relkind in ('r', 'm') order by oid`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await database.execute<{ row: string }>(sql`select t::text as row from ${sql.raw(name)} as t`);
    for (const { row } of found) rows.push(row);
  }
  return rows.join("\n");
}

/** Returns the text as it is, and its bytes in hex and base64. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  return [text, bytes.toString("hex"), bytes.toString("base64").slice(0, -4)];
}

function filesWith(folder: string, texts: readonly string[]): string[] {
  const forms = texts.flatMap(formsOf).map((form) => Buffer.from(form));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file);
      return forms.some((form) => content.includes(form));
    });
}
