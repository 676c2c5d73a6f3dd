import { ConfigurationError } from "../env.ts";
import { describeError } from "../log.ts";
import { leadsThroughPooler } from "./pooler.ts";

/** Where the service's database is, and the way to it without a pooler between, where that is another. */
export type Addresses = { databaseUrl: string; directUrl: string | null };

/**
 * The address for what needs a connection of its own. Behind a pooler a lock would stay with a connection that is
 * nobody's, and all who want it later would wait for ever.
 */
export async function addressOfItsOwn({ databaseUrl, directUrl }: Addresses): Promise<string> {
  const name = directUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  const address = directUrl ?? databaseUrl;
  if (await leadsThroughPooler(address).catch((error) => refuseDatabase(error, name))) {
    throw new ConfigurationError(
      `${name} leads through a pooler, such as PgBouncer: set DATABASE_DIRECT_URL to the address of Postgres itself, for what needs a connection of its own.`,
    );
  }
  return address;
}

export function refuseDatabase(error: unknown, name = "DATABASE_URL"): never {
  if (error instanceof ConfigurationError) throw error;
  throw new ConfigurationError(
    `The database cannot be used (${databaseTrouble(error)}). Check ${name}, and that Postgres runs and lets us in.`,
  );
}

/** What the driver or Postgres calls the trouble; never its message, which may hold more than we want to say. */
function databaseTrouble(error: unknown): string {
  const { code, cause } = describeError(error);
  return String(code ?? cause ?? "unknown reason");
}
