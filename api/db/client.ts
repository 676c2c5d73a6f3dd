import { drizzle } from "drizzle-orm/postgres-js";
import { connect } from "./connect.ts";
import { guard } from "./guard.ts";
import type { Pulse } from "./pulse.ts";
import * as schema from "./schema.ts";

const CONNECTIONS = 8;
const CONNECT_TIMEOUT_SECONDS = 5;
const PROBE_MS = 1000;

/** The way to the database: one pool of connections, spoken to through Drizzle. */
export type Database = ReturnType<typeof overClient>;
/** A statement's place: within a transaction, or anywhere. */
export type Transaction = Pick<Database, "_" | "execute" | "select" | "insert" | "update" | "delete">;

type Opened = { pulse: Pulse | null; close(timeoutSeconds: number): Promise<void> };
const opened = new WeakMap<Database, Opened>();

/** For answering requests: what the database does not answer in time fails with DatabaseSilent. */
export function openDatabase(url: string, connections = CONNECTIONS): Database {
  const { client, ...rest } = guard(
    () => poolOf(url, connections),
    () => answers(url),
  );
  const database = overClient(client);
  opened.set(database, rest);
  return database;
}

/** For work that may take as long as it takes, and wait as long for a lock: on one connection, which locks belong to. */
export function openPatiently(url: string): Database {
  const client = poolOf(url, 1);
  const database = overClient(client);
  opened.set(database, { pulse: null, close: (timeout) => client.end({ timeout }) });
  return database;
}

/** What is known of whether the database answers; null for one opened patiently. */
export const pulseOf = (database: Database): Pulse | null => opened.get(database)?.pulse ?? null;

/** Lets running statements end, then hangs up. */
export async function closeDatabase(database: Database, timeoutSeconds = 10): Promise<void> {
  await opened.get(database)?.close(timeoutSeconds);
}

function poolOf(url: string, connections: number) {
  return connect(url, {
    max: connections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    connection: { application_name: "tree-gifting" },
  });
}

function overClient(client: ReturnType<typeof connect>) {
  return drizzle({ client, schema, casing: "snake_case" });
}

/** Whether the database answers on a connection that is made for the question, within a second. */
async function answers(url: string): Promise<boolean> {
  const client = connect(url, { max: 1, connect_timeout: PROBE_MS / 1000, fetch_types: false });
  const asked = client`select 1`.then(
    () => true,
    () => false,
  );
  const isAnswered = await Promise.race([asked, Bun.sleep(PROBE_MS).then(() => false)]);
  client.end({ timeout: 0 }).catch(() => {});
  return isAnswered;
}
