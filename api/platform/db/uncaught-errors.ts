import { describeError, type Log } from "../../log.ts";
import { isConnectionLost } from "./resilient-client.ts";

/**
 * A connection lost while the driver (postgres.js 3.4.9) asks something of its own at its start, or says something on a
 * socket that is gone, is an error that nobody can catch, and would end the process. Whoever waits is told apart from it.
 * Everything else ends the process as ever.
 */
export function surviveLostConnections(log: Log): void {
  const judge = (error: unknown) => {
    if (isConnectionLost(error)) return log.warn("a connection to the database was lost", describeError(error));
    log.error("ended by an error that nobody expected", describeError(error));
    process.exit(1);
  };
  process.on("unhandledRejection", judge);
  process.on("uncaughtException", judge);
}
