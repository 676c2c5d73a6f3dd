import { join } from "node:path";
import postgres from "postgres";

/** What only a database that the release before created has: it alone calls these. */
const OF_RELEASE_BEFORE = /^function (evening_after|hang_together|leave_gifts\(sent |take_turns)/;

/** Describes the tables of the service that runs on a data folder, with the order of their columns: backups depend on it. */
export async function schemaOf(data: string): Promise<string[]> {
  const sql = postgres({ host: join(data, "socket"), username: "tree", database: "tree", max: 1 });
  try {
    const rows = await sql<{ line: string }[]>`
      with own as (select * from pg_class where relnamespace = 'public'::regnamespace)
      select format('column %s %s %s %s not null %s default %s statistics %s', relname,
          row_number() over (partition by attrelid order by attnum), attname, format_type(atttypid, atttypmod), attnotnull,
          pg_get_expr(adbin, adrelid), attstattarget) as line
        from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
        left join pg_attrdef on adrelid = attrelid and adnum = attnum where relkind in ('r', 'v')
      union all select format('table %s %s %s', relname, relpersistence, reloptions) from own where relkind = 'r'
      union all select format('view %s %s', relname, pg_get_viewdef(oid)) from own where relkind = 'v'
      union all select format('index %s', pg_get_indexdef(indexrelid)) from pg_index where indexrelid in (select oid from own)
      union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where contype <> 'n' and conrelid in (select oid from own)
      union all select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger
        where not tgisinternal and tgrelid in (select oid from own)
      union all select format('function %s(%s) %s', proname, pg_get_function_arguments(oid), md5(pg_get_functiondef(oid)))
        from pg_proc where pronamespace = 'public'::regnamespace`;
    const lines = rows.map(({ line }) => line).filter((line) => !OF_RELEASE_BEFORE.test(line));
    return lines.toSorted();
  } finally {
    await sql.end();
  }
}
