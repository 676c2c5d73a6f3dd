import type { TransactionSql } from "postgres";
import { NEWS_MAILS } from "#contract/mails";

/** A table as a backup holds it: its name, its columns in their order, and a column that counts upwards by itself. */
export type Table = { name: string; columns: string[]; counted: string | null };

/**
 * What a backup holds of each table: its rows, those that meet a condition, or none. What lives for a week or less would live as long
 * as the backup, and come back to life with it.
 */
export const HELD: Record<string, "all" | "nothing" | { where: string }> = {
  owners: "all",
  owner_accounts: "all",
  trees: "all",
  tree_keys: "all",
  message_keys: "all",
  gifts: "all",
  messages: "all",
  reports: "all",
  moderators: "all",
  moderation_acts: "all",
  // The others answer somebody who waits, perhaps at an address without an account, with a link of hours.
  mail_jobs: { where: `kind in (${NEWS_MAILS.map((kind) => `'${kind}'`).join(", ")})` },
  // With them a report's hash would tell its reporter's address.
  address_keys: "nothing",
  // Found by hashes that mean nothing without those keys.
  idempotency_keys: "nothing",
  // Who signed out, or followed a link, would be signed in again, or could follow it again.
  owner_sessions: "nothing",
  owner_links: "nothing",
  owner_verifications: "nothing",
  // For minutes; a crash of Postgres empties these two as well.
  rate_counters: "nothing",
};
const LEFT_OUT = Object.keys(HELD).filter((name) => HELD[name] === "nothing");

/** Whether a backup holds rows of a table. One that this version does not know is held. */
export const isHeld = (name: string): boolean => !LEFT_OUT.includes(name);

/** Which rows of a table a backup holds, for a `where`. */
export function heldOf(name: string): string {
  const held = HELD[name] ?? "all";
  return typeof held === "object" ? held.where : String(held === "all");
}

/** Every table of the service's that a backup holds, each after those that its rows point to. */
export async function tablesOf(sql: TransactionSql): Promise<Table[]> {
  const tables = await sql<Table[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      min(a.attname::text) filter (where a.attidentity <> '') as counted
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any(${LEFT_OUT})
      and a.attgenerated = ''
    group by c.relname order by c.relname`;
  const pointing = await sql<{ from: string; to: string }[]>`
    select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to"
    from pg_constraint k where k.contype = 'f' and k.conrelid <> k.confrelid`;
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const waits = (name: string) =>
      pointing.some(({ from, to }) => from === name && !ordered.some((table) => table.name === to));
    const free = tables.filter((table) => !ordered.includes(table) && !waits(table.name));
    if (free.length === 0) throw new Error("the tables point to one another in a circle");
    ordered.push(...free);
  }
  return ordered;
}

/** The migrations that made the tables, in their order. A backup fits a database that had the same. */
export async function migrationsOf(sql: TransactionSql): Promise<string[]> {
  const [known] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`;
  if (!known?.is_there) return [];
  const rows = await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations order by created_at`;
  return rows.map(({ hash }) => hash);
}

/** `"name"` and `("column", …)`, as statements name them; these are words of our own schema. */
export const columnsOf = ({ name, columns }: Table): string =>
  `"${name}" (${columns.map((column) => `"${column}"`).join(", ")})`;
