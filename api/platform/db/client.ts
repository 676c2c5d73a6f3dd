import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import type { CircuitBreaker } from "../../../shared/observability/circuit-breaker.ts";
import { isForPooler } from "./address.ts";
import { isAnsweredWithin } from "./answered-within.ts";
import { connect } from "./connect.ts";
import { resilientClient } from "./resilient-client.ts";
import * as schema from "./schema.ts";

const CONNECTIONS = 8;
const CONNECT_TIMEOUT_SECONDS = 5;
const ANSWER_MS = 1000;

/** A pool of database connections, used through Drizzle. */
export type Database = ReturnType<typeof overClient>;
/** Where a statement runs: in a transaction, or directly on the pool. */
export type Transaction = Pick<Database, "_" | "execute" | "select" | "insert" | "update" | "delete">;

const pulses = new WeakMap<Database, CircuitBreaker>();

/** Opens a pool for requests: statements that the database does not answer in time fail with UnresponsiveError. */
export function openDatabase(url: string, connections = CONNECTIONS): Database {
  const { client, circuitBreaker } = resilientClient(
    () => poolOf(url, connections, { lock_timeout: LOCK_WAIT_MS }),
    () => answers(url),
  );
  const database = overClient(client);
  pulses.set(database, circuitBreaker);
  return database;
}

/**
 * Opens a single connection without timeouts, for long work and lock waits. Session locks belong to that connection.
 */
export function openPatiently(url: string): Database {
  return overClient(poolOf(url, 1));
}

/** Calls `work` with such a connection, and closes it. */
export function workPatiently<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openPatiently(url);
  return work(database).finally(() => closeDatabase(database));
}

/** Returns the database's circuit breaker, or null if it was opened with `openPatiently`. */
export const circuitBreakerOf = (database: Database): CircuitBreaker | null => pulses.get(database) ?? null;

/** Whether the database answers in time, on a connection of the pool that requests use. */
export const databaseAnswers = (database: Database, ms = ANSWER_MS): Promise<boolean> =>
  isAnsweredWithin(ms, database.execute(sql`select 1`));

/** Waits for running statements, for up to 10 seconds, and closes the connections. */
export async function closeDatabase(database: Database): Promise<void> {
  await database.$client.end({ timeout: 10 });
}

function poolOf(url: string, connections: number, bounds: { lock_timeout?: number } = {}) {
  // A pooler refuses settings that it does not know, and has to detect lost clients itself.
  const session = isForPooler(url) ? {} : { ...GIVEN_UP_WHEN_LOST, ...bounds };
  return connect(url, {
    max: connections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    connection: { application_name: "tree-gifting", ...session },
  });
}

function overClient(client: ReturnType<typeof connect>) {
  return drizzle({ client, schema, casing: "snake_case" });
}

/** Whether the database answers within a second, on a new connection. */
async function answers(url: string): Promise<boolean> {
  const client = connect(url, { max: 1, connect_timeout: ANSWER_MS / 1000, fetch_types: false });
  const isAnswered = await isAnsweredWithin(ANSWER_MS, client`select 1`);
  client.end({ timeout: 0 }).catch(() => {});
  return isAnswered;
}

/**
 * A handwritten statement with named placeholders, which each connection has Postgres parse and plan once: that halves
 * the cost of a short one. Drizzle prepares only the statements that it builds itself.
 */
export function preparedStatement<Row>(name: string, statement: SQL) {
  const query = new PgDialect({ casing: "snake_case" }).sqlToQuery(statement);
  return async (within: Transaction, values: Record<string, unknown>): Promise<Row[]> => {
    const prepared = within._.session.prepareQuery(query, undefined, name, false);
    return (await prepared.execute(values)) as Row[];
  };
}

/**
 * Postgres settings for each connection. By default, when a client's machine loses power or network, Postgres keeps
 * what it holds for more than two hours: its locks on trees, which block everyone who posts there. With these settings,
 * it probes silent clients, gives one up after 15 seconds without a sign of life, and ends a transaction whose program
 * has been idle in it for a minute.
 */
export const GIVEN_UP_WHEN_LOST = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 2,
  tcp_user_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * How long a statement of a request waits for a lock, in milliseconds: Postgres then undoes it, and the answer is 503
 * within two seconds. Without it, whoever pressed a button would be told after ten that nobody knows, and what they sent
 * would still be done once the lock is free.
 */
export const LOCK_WAIT_MS = 1500;
