import { type SQLWrapper, sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

export const moment = () => timestamp({ withTimezone: true });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

// For checks. What the contract says in code, the tables say again: a bug above them cannot store what must not be.
export const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));
export const number = (value: number) => sql.raw(String(value));
/** Bytes that were sealed, and not a text that somebody forgot to seal: the version, then 28 bytes and steps of 64. */
export const isSealed = (column: SQLWrapper, steps: number) =>
  sql`substring(${column} from 1 for 1) = '\\x01'::bytea and (octet_length(${column}) - 29) % 64 = 0 and octet_length(${column}) between 93 and ${number(29 + 64 * steps)}`;
