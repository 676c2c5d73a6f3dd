import { sql } from "drizzle-orm";
import { ConfigurationError } from "../env.ts";
import type { Database } from "./client.ts";

/**
 * Refuses work that changes the schema, if this role may not. `need` says what the database needs, `command` is the
 * command for the role that may. Checked beforehand: a role that may do a part of it would leave it half done.
 */
export async function requireSchemaRight(database: Database, need: string, command: string): Promise<void> {
  const [right] = await database.execute<{ role: string; is_given: boolean }>(sql`
    select current_user as role,
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create')
      and coalesce((
        select bool_and(pg_has_role(relowner, 'usage')) from pg_class
        where oid in (to_regclass('public.trees'), to_regclass('drizzle.__drizzle_migrations'))
      ), true) as is_given`);
  if (!right || right.is_given) return;
  throw new ConfigurationError(
    `${need}, and the role ${right.role} may not change its schema: run \`${command}\` with the role that owns it.`,
  );
}
