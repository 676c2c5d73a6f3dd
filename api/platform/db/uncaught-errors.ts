import { describeError, type Log } from "../log.ts";
import { isConnectionLost } from "./resilient-client.ts";

/**
 * Keeps the process alive if a connection is lost while the driver (postgres.js 3.4.9) runs its own startup queries, or
 * writes to a closed socket: nothing can catch that error. Waiting callers get an error of their own. All other
 * uncaught errors still end the process.
 */
export function surviveLostConnections(log: Log): void {
  const judge = (error: unknown) => {
    if (isConnectionLost(error)) return log.warn("database connection lost", describeError(error));
    log.error("uncaught exception", describeError(error));
    process.exit(1);
  };
  process.on("unhandledRejection", judge);
  process.on("uncaughtException", judge);
}
