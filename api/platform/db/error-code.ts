/** Returns the driver's error, which Drizzle wraps in its own. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

/** Returns the code that Postgres (an SQLSTATE), the driver or Node gave an error; empty if it has none. */
export function codeOf(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

/** Whether a statement failed because a row stayed locked for longer than its `lock_timeout`. */
export const isLocked = (error: unknown): boolean => codeOf(error) === "55P03";

/** Whether a row that a statement refers to has been deleted meanwhile. */
export const isGone = (error: unknown): boolean => codeOf(error) === "23503";

// An SQLSTATE other than those that leave the outcome open (08, 40003). An error that ends the connection or all of
// Postgres has a severity above `ERROR`: it is unknown whether it came before or after the commit.
const sqlState = /^(?!08|40003)[0-9A-Z]{5}$/;

/** Whether Postgres refused a statement and took all of it back. After a lock that took too long, do not ask again. */
export function wasRolledBack(error: unknown): boolean {
  const cause = causeOf(error);
  const isRefused = cause instanceof Error && "severity" in cause && cause.severity === "ERROR";
  return isRefused && sqlState.test(codeOf(cause)) && !isLocked(cause);
}
