import { OperatorError } from "../../../shared/operator-error.ts";
import { invalidVariable } from "../env.ts";
import { readDatabaseAddress } from "./address.ts";
import { connect } from "./connect.ts";
import { databaseTroubleOrCode } from "./database-trouble.ts";

/** The database's URL, and the direct one if that differs because of a pooler. */
export type Addresses = { databaseUrl: string; directUrl: string | null };

/**
 * Returns the address for work that needs its own connection. Behind a pooler, a lock would stay on a connection that
 * no client owns, and all later callers would wait for it forever; in another database, it would block nothing.
 */
export async function addressOfItsOwn({ databaseUrl, directUrl }: Addresses): Promise<string> {
  if (directUrl === null) {
    await refusePooler("DATABASE_URL", databaseUrl);
    return databaseUrl;
  }
  await refusePooler("DATABASE_DIRECT_URL", directUrl);
  const [direct, named] = await Promise.all([
    databaseAt(directUrl).catch((error) => refuseDatabase(error, "DATABASE_DIRECT_URL")),
    databaseAt(databaseUrl).catch(refuseDatabase),
  ]);
  if (direct === named) return directUrl;
  throw new OperatorError(
    "DATABASE_DIRECT_URL names another database than DATABASE_URL: both must name the same one, on the same Postgres.",
  );
}

export function refuseDatabase(error: unknown, name = "DATABASE_URL"): never {
  if (error instanceof OperatorError) throw error;
  throw new OperatorError(databaseTroubleOrCode(error, name));
}

async function refusePooler(name: string, url: string): Promise<void> {
  if (!readDatabaseAddress(url)) throw invalidVariable(name, url);
  if (!(await leadsThroughPooler(url).catch((error) => refuseDatabase(error, name)))) return;
  throw new OperatorError(
    `${name} points to a pooler, such as PgBouncer: set DATABASE_DIRECT_URL to the address of Postgres itself, for work that needs its own connection.`,
  );
}

/**
 * Whether the address leads to Postgres through a pooler such as PgBouncer, behind which a session lock has no owner. A
 * pooler reports another backend pid when a connection starts than Postgres does in a query.
 */
const leadsThroughPooler = (url: string): Promise<boolean> =>
  asking(url, async (client) => {
    const seen = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return seen[0]?.pid !== seen.state.pid;
  });

/**
 * Returns a text that identifies the database uniquely. Addresses do not, and copies of a server share its system
 * identifier, but no two servers start in the same microsecond.
 */
const databaseAt = (url: string): Promise<string> =>
  asking(url, async (client) => {
    const [seen] = await client`
      select concat_ws(' ', oid, extract(epoch from pg_postmaster_start_time()), datname) as database
      from pg_database where datname = current_database()`;
    return seen?.database;
  });

async function asking<Answer>(url: string, ask: (client: ReturnType<typeof connect>) => Promise<Answer>) {
  const client = connect(url, { max: 1, fetch_types: false, prepare: false });
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}
