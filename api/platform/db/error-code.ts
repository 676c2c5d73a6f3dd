/** Returns the driver's error, which Drizzle wraps in its own. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

/** Returns the code that Postgres (an SQLSTATE), the driver or Node gave an error; empty if it has none. */
export function codeOf(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
