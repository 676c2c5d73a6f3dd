import { drizzle } from "drizzle-orm/postgres-js";
import { connect } from "./connect.ts";
import * as schema from "./schema.ts";

const CONNECTIONS = 8;
const CONNECT_TIMEOUT_SECONDS = 5;

/** The way to the database: one pool of connections, spoken to through Drizzle. */
export type Database = ReturnType<typeof openDatabase>;
/** A statement's place: within a transaction, or anywhere. */
export type Transaction = Pick<Database, "_" | "execute" | "select" | "insert" | "update" | "delete">;

export function openDatabase(url: string, connections = CONNECTIONS) {
  const client = connect(url, {
    max: connections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    connection: { application_name: "tree-gifting" },
  });
  return drizzle({ client, schema, casing: "snake_case" });
}

/** Lets running statements end, then hangs up. */
export async function closeDatabase(database: Database): Promise<void> {
  await database.$client.end({ timeout: 10 });
}
