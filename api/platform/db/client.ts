import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import type { CircuitBreaker } from "../../../shared/observability/circuit-breaker.ts";
import { isForPooler } from "./address.ts";
import { isAnsweredWithin } from "./answered-within.ts";
import { connect } from "./connect.ts";
import { resilientClient } from "./resilient-client.ts";
import * as schema from "./schema.ts";
import { GIVEN_UP_WHEN_LOST } from "./session.ts";

const CONNECTIONS = 8;
const CONNECT_TIMEOUT_SECONDS = 5;
const ANSWER_MS = 1000;

/** The way to the database: one pool of connections, spoken to through Drizzle. */
export type Database = ReturnType<typeof overClient>;
/** A statement's place: within a transaction, or anywhere. */
export type Transaction = Pick<Database, "_" | "execute" | "select" | "insert" | "update" | "delete">;

const pulses = new WeakMap<Database, CircuitBreaker>();

/** For answering requests: what the database does not answer in time fails with UnresponsiveError. */
export function openDatabase(url: string, connections = CONNECTIONS): Database {
  const { client, circuitBreaker } = resilientClient(
    () => poolOf(url, connections),
    () => answers(url),
  );
  const database = overClient(client);
  pulses.set(database, circuitBreaker);
  return database;
}

/** For work that may take as long as it takes, and wait as long for a lock: on one connection, which locks belong to. */
export function openPatiently(url: string): Database {
  return overClient(poolOf(url, 1));
}

/** What is known of whether the database answers; null for one opened patiently. */
export const circuitBreakerOf = (database: Database): CircuitBreaker | null => pulses.get(database) ?? null;

/** Whether the database answers within a second, on one of the connections that requests use. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  return isAnsweredWithin(ANSWER_MS, database.execute(sql`select 1`));
}

/** Lets running statements end, then hangs up. */
export async function closeDatabase(database: Database): Promise<void> {
  await database.$client.end({ timeout: 10 });
}

function poolOf(url: string, connections: number) {
  // A pooler refuses what it does not know, and whoever it lost is for itself to give up.
  const session = isForPooler(url) ? {} : GIVEN_UP_WHEN_LOST;
  return connect(url, {
    max: connections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    connection: { application_name: "tree-gifting", ...session },
  });
}

function overClient(client: ReturnType<typeof connect>) {
  return drizzle({ client, schema, casing: "snake_case" });
}

/** Whether the database answers within a second, on a connection that is made for the question. */
async function answers(url: string): Promise<boolean> {
  const client = connect(url, { max: 1, connect_timeout: ANSWER_MS / 1000, fetch_types: false });
  const isAnswered = await isAnsweredWithin(ANSWER_MS, client`select 1`);
  client.end({ timeout: 0 }).catch(() => {});
  return isAnswered;
}
