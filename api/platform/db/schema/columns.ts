import { type SQLWrapper, sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

export const moment = () => timestamp({ withTimezone: true });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

// For check constraints. The tables enforce the contract again: a bug in the code cannot store invalid data. Only lists that
// grow (gifts, languages, kinds of mail, acts) are left to types and schemas: a new entry needs no migration.
export const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));
export const number = (value: number) => sql.raw(String(value));
/** Checks that bytes are sealed, and not plaintext by mistake: the version, then 28 bytes and steps of 64. */
export const isSealed = (column: SQLWrapper, steps: number) =>
  sql`substring(${column} from 1 for 1) = '\\x01'::bytea and (octet_length(${column}) - 29) % 64 = 0 and octet_length(${column}) between 93 and ${number(29 + 64 * steps)}`;
