import type { TransactionSql } from "postgres";
import { NEWS_MAILS } from "#contract/mails";
import { sinceBaseline } from "../../api/platform/db/migrate.ts";

/** A table as it appears in a backup: its name, its columns in order, and its identity column, if it has one. */
export type Table = { name: string; columns: string[]; counted: string | null };

/** A message key by its id and fingerprint, which reveal nothing about it. */
export type NeededKey = { id: string; fingerprint: string };

/**
 * What a backup holds of each table: all rows, those that meet a condition, or none. Data that lives for a week or less
 * is left out: it would live as long as the backup, and a restore would bring it back.
 */
export const HELD: Record<string, "all" | "nothing" | { where: string }> = {
  owners: "all",
  owner_accounts: "all",
  passkeys: "all",
  trees: "all",
  tree_keys: "all",
  message_keys: "all",
  hiding_lists: "all",
  gifts: "all",
  messages: "all",
  reports: "all",
  moderators: "all",
  moderation_acts: "all",
  // The other mails answer a request of the moment, perhaps to an address without an account, with a link valid for
  // hours.
  mail_jobs: { where: `kind in (${NEWS_MAILS.map((kind) => `'${kind}'`).join(", ")})` },
  // With these keys, a report's hash would reveal the reporter's IP address.
  address_keys: "nothing",
  // Looked up by hashes that are meaningless without those keys.
  idempotency_keys: "nothing",
  gift_idempotency_keys: "nothing",
  // Deleted within 30 days, or as soon as a moderator has read them: a backup may live longer.
  appeals: "nothing",
  // Otherwise a restore would sign people in again who signed out, and make used links valid again.
  owner_sessions: "nothing",
  owner_links: "nothing",
  // Those of sessions go with them, and a restore would tell senders again who have taken their gift back.
  push_devices: "nothing",
  owner_verifications: "nothing",
  // Lives for minutes. A crash of Postgres empties this table too.
  rate_counters: "nothing",
};
const LEFT_OUT = Object.keys(HELD).filter((name) => HELD[name] === "nothing");

/** Whether a backup holds rows of a table. A table unknown to this version counts as held. */
export const isHeld = (name: string): boolean => !LEFT_OUT.includes(name);

/** Returns the condition for a `where` that selects the rows a backup holds. */
export function heldOf(name: string): string {
  const held = HELD[name] ?? "all";
  return typeof held === "object" ? held.where : String(held === "all");
}

/** Returns every table that a backup holds, each after the tables that its foreign keys reference. */
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
      pointing.some(({ from, to }) => from === name && isHeld(to) && !ordered.some((table) => table.name === to));
    const free = tables.filter((table) => !ordered.includes(table) && !waits(table.name));
    if (free.length === 0) throw new Error("the tables reference one another in a cycle");
    ordered.push(...free);
  }
  return ordered;
}

/** Returns the applied migrations since the baseline, in order. A backup fits a database with the same ones. */
export async function migrationsOf(sql: TransactionSql): Promise<readonly string[]> {
  const [known] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`;
  if (!known?.is_there) return [];
  const rows = await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations order by created_at`;
  return sinceBaseline(rows.map(({ hash }) => hash));
}

/** Returns the message keys that the database's texts need. */
export const keysOf = async (sql: TransactionSql): Promise<NeededKey[]> =>
  Array.from(await sql<NeededKey[]>`select id, fingerprint from message_keys order by created_at, id`);

/** Returns `"name" ("column", …)` for a statement. The names come from the schema, so they need no escaping. */
export const columnsOf = ({ name, columns }: Table): string =>
  `"${name}" (${columns.map((column) => `"${column}"`).join(", ")})`;
