import { keysGiven } from "../encryption/key-source.ts";
import { loadKeys } from "../encryption/load-keys.ts";
import type { MessageKeys } from "../encryption/message-keys.ts";
import { connect } from "./connect.ts";
import { migrateDatabase } from "./migrate.ts";

/** The keys that seal messages in test databases. */
export const TEST_MESSAGE_KEYS: MessageKeys = [{ id: "test", bytes: Buffer.alloc(32, "a key for tests") }];

/** Creates the migrated database `name`, the template of all test databases: 400 files, so once per run. */
export async function makeTemplate(address: string, name: string): Promise<void> {
  await asAdmin(address, `drop database if exists ${name}`);
  await asAdmin(address, `create database ${name}`);
  await fillTemplate(address, name);
}

/** Migrates an empty database, and takes the tests' key into use. */
export async function fillTemplate(address: string, name: string): Promise<void> {
  await migrateDatabase(withName(address, name), {
    next: (database) => loadKeys(database, keysGiven(TEST_MESSAGE_KEYS)),
  });
}

/** Runs one statement in the Postgres at the address, in a database that is never copied or dropped. */
export async function asAdmin(address: string, statement: string): Promise<void> {
  const client = connect(withName(address, "postgres"), { max: 1 });
  await client.unsafe(statement);
  await client.end();
}

/** The address for the superuser of an embedded Postgres: the service's role creates neither databases nor roles. */
export function asSuperuser(address: string): string {
  const url = new URL(address);
  url.username = "postgres";
  return url.href;
}

export function withName(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
