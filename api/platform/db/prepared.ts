import { fillPlaceholders, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./client.ts";

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

/** Like `preparedStatement`, with raw rows: the bytes of each value in column order, null for SQL null. */
export function preparedBytes(statement: SQL) {
  const { sql: text, params } = new PgDialect({ casing: "snake_case" }).sqlToQuery(statement);
  return async (database: Database, values: Record<string, unknown>): Promise<(Buffer<ArrayBuffer> | null)[][]> => {
    const filled = fillPlaceholders(params, values) as never[];
    const rows = await database.$client.unsafe(text, filled, { prepare: true }).raw();
    return rows as (Buffer<ArrayBuffer> | null)[][];
  };
}

/**
 * A named placeholder for an array whose length is hidden from the planner. If it saw only a few values, Postgres would
 * replan the statement at each call, which takes longer than looking up those few.
 */
export function arrayOfUnseenLength(name: string, type: "text" | "integer"): SQL {
  const array = sql.raw(`${type}[]`);
  return sql`(select ${sql.placeholder(name)}::${array})::${array}`;
}
