import { fillPlaceholders, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./client.ts";

/**
 * A statement of our own words with named placeholders, which each connection has Postgres parse and plan once:
 * that halves what a short one costs. Drizzle prepares only the statements that it builds itself.
 */
export function preparedStatement<Row>(name: string, statement: SQL) {
  const query = new PgDialect({ casing: "snake_case" }).sqlToQuery(statement);
  return async (within: Transaction, values: Record<string, unknown>): Promise<Row[]> => {
    const prepared = within._.session.prepareQuery(query, undefined, name, false);
    return (await prepared.execute(values)) as Row[];
  };
}

/** The same, its rows as Postgres sent them: the bytes of each value in the order of the columns, null for none. */
export function preparedBytes(statement: SQL) {
  const { sql: text, params } = new PgDialect({ casing: "snake_case" }).sqlToQuery(statement);
  return async (database: Database, values: Record<string, unknown>): Promise<(Buffer<ArrayBuffer> | null)[][]> => {
    const filled = fillPlaceholders(params, values) as never[];
    const rows = await database.$client.unsafe(text, filled, { prepare: true }).raw();
    return rows as (Buffer<ArrayBuffer> | null)[][];
  };
}

/**
 * A named placeholder for an array of which Postgres cannot see, as it plans, how long it is. Seeing few values it would plan the
 * statement anew at each call, which takes longer than to look for those few.
 */
export function arrayOfUnseenLength(name: string, type: "text" | "integer"): SQL {
  const array = sql.raw(`${type}[]`);
  return sql`(select ${sql.placeholder(name)}::${array})::${array}`;
}
