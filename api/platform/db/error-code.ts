/** What a driver threw: Drizzle wraps it in an error of its own. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

/** What Postgres (an SQLSTATE), the driver or Node calls an error; empty where it has no such name. */
export function codeOf(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
