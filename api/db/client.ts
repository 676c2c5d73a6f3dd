import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema.ts";

const CONNECTIONS = 8;
const CONNECT_TIMEOUT_SECONDS = 5;

/** The way to the database: one pool of connections, spoken to through Drizzle. */
export type Database = ReturnType<typeof openDatabase>;

export function openDatabase(url: string, connections = CONNECTIONS) {
  const { address, socketFolder } = readAddress(url);
  const client = postgres(address, {
    ...(socketFolder && { host: socketFolder }),
    max: connections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    onnotice: () => {},
    connection: { application_name: "tree-gifting" },
  });
  return drizzle({ client, schema, casing: "snake_case" });
}

/** Lets running statements end, then hangs up. */
export async function closeDatabase(database: Database): Promise<void> {
  await database.$client.end({ timeout: 10 });
}

/** Postgres's own tools take a socket's folder as `?host=`; postgres.js wants it as an option, and not in the address. */
export function readAddress(url: string): { address: string; socketFolder: string | null } {
  const address = new URL(url);
  const socketFolder = address.searchParams.get("host");
  address.searchParams.delete("host");
  return { address: address.href, socketFolder };
}
