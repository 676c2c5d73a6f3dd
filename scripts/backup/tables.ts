import type { TransactionSql } from "postgres";

/** A table as a backup holds it: its name, its columns in their order, and a column that counts upwards by itself. */
export type Table = { name: string; columns: string[]; counted: string | null };

/** Turns taken of the limits, and news of trees: they live for minutes, and a crash of Postgres empties them too. */
const LEFT_OUT = ["rate_counters", "tree_changes"];

/** Every table of the service's, each after those that its rows point to. */
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
