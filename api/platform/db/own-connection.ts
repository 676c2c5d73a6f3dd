import { ConfigurationError, invalidVariable } from "../../env.ts";
import { describeError } from "../../log.ts";
import { readDatabaseAddress } from "./address.ts";
import { connect } from "./connect.ts";
import { leadsThroughPooler } from "./pooler.ts";

/** Where the service's database is, and the way to it without a pooler between, where that is another. */
export type Addresses = { databaseUrl: string; directUrl: string | null };

/**
 * The address for what needs a connection of its own. Behind a pooler a lock would stay with a connection that is
 * nobody's, and all who want it later would wait for ever; in another database it would hold nobody back.
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
  throw new ConfigurationError(
    "DATABASE_DIRECT_URL names another database than DATABASE_URL leads to: let both name the same one, on the same Postgres.",
  );
}

export function refuseDatabase(error: unknown, name = "DATABASE_URL"): never {
  if (error instanceof ConfigurationError) throw error;
  throw new ConfigurationError(
    `The database cannot be used (${databaseTrouble(error)}). Check ${name}, and that Postgres runs and lets us in.`,
  );
}

async function refusePooler(name: string, url: string): Promise<void> {
  if (!readDatabaseAddress(url)) throw invalidVariable(name, url);
  if (!(await leadsThroughPooler(url).catch((error) => refuseDatabase(error, name)))) return;
  throw new ConfigurationError(
    `${name} leads through a pooler, such as PgBouncer: set DATABASE_DIRECT_URL to the address of Postgres itself, for what needs a connection of its own.`,
  );
}

/**
 * Which database it is, in a text that no other shares. Addresses do not tell, and copies of a server share its
 * identifier; no two servers started in the same microsecond.
 */
async function databaseAt(url: string): Promise<string> {
  const client = connect(url, { max: 1, fetch_types: false, prepare: false });
  try {
    const [seen] = await client`
      select concat_ws(' ', oid, extract(epoch from pg_postmaster_start_time()), datname) as database
      from pg_database where datname = current_database()`;
    return seen?.database;
  } finally {
    await client.end();
  }
}

/** What the driver or Postgres calls the trouble; never its message, which may hold more than we want to say. */
function databaseTrouble(error: unknown): string {
  const { code, cause } = describeError(error);
  return String(code ?? cause ?? "unknown reason");
}
