import type { Database, Transaction } from "./client.ts";

/**
 * Does the work in a transaction. Where the connection is lost, nothing more is sent on it: the driver (postgres.js
 * 3.4.9) would send a rollback all the same, to a socket that is no more, and that ends the whole process.
 */
export function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction((transaction) =>
    work(transaction).catch((error) => {
      // The driver itself gives up a transaction whose connection closes, with an error that says so.
      if (isConnectionLost(error)) return new Promise<never>(() => {});
      throw error;
    }),
  );
}

/** What a lost connection looks like: the driver's names for it, Node's, and Postgres' when it ends one. */
function isConnectionLost(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (
    cause instanceof Error && "code" in cause && /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|57P|08)/.test(String(cause.code))
  );
}
