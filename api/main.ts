import { createApp } from "./app.ts";
import { systemClock } from "./clock.ts";
import { closeDatabase, openDatabase } from "./db/client.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { ConfigurationError, readEnv } from "./env.ts";
import { createLog, describeError } from "./log.ts";

/** The API as a program: checks its environment, brings the tables up to date, listens, stops cleanly. */
async function main() {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  await migrateDatabase(env.databaseUrl).catch((error) => {
    throw new ConfigurationError(
      `The database cannot be used (${databaseTrouble(error)}). Check DATABASE_URL, and that Postgres runs and lets us in.`,
    );
  });
  const database = openDatabase(env.databaseUrl);
  const app = createApp({ database, clock: systemClock, log, settings: env });
  // Elysia shares ports unless told not to: a second API would quietly take half of the requests.
  app.listen({ port: env.port, reusePort: false, idleTimeout: 30 });
  log.info("api listening", { port: env.port });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await app.stop();
    await closeDatabase(database);
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.on(signal, stop);
  process.send?.({ ready: true });
}

main().catch((error) => {
  const isOurs = error instanceof ConfigurationError;
  const portTaken = (error as { code?: string }).code === "EADDRINUSE";
  if (isOurs) console.error(error.message);
  else if (portTaken) console.error("API_PORT is taken. Stop what uses it, or choose another with API_PORT=3001.");
  else console.error("The API could not start.", JSON.stringify(describeError(error)));
  process.exit(1);
});

/** What the driver or Postgres calls the trouble; never its message, which may hold more than we want to say. */
function databaseTrouble(error: unknown): string {
  const { code, cause } = describeError(error);
  return String(code ?? cause ?? "unknown reason");
}
