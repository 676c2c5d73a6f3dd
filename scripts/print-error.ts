import { ConfigurationError } from "../api/env.ts";
import { describeError } from "../api/log.ts";
import { CannotStart } from "../api/platform/db/embedded.ts";
import { codeOf } from "../api/platform/db/error-code.ts";

const NOT_ALLOWED = "42501";

/** Prints why a command failed: a plain message if the operator can fix it, otherwise the error with its origin. */
export function printError(error: unknown): void {
  console.error(sentenceOn(error));
  process.exitCode = 1;
}

function sentenceOn(error: unknown): string {
  if (error instanceof CannotStart || error instanceof ConfigurationError) return error.message;
  if (codeOf(error) === NOT_ALLOWED) {
    return "The database does not permit this user to do that: use the user that owns the tables, as the service does.";
  }
  return `The command failed: ${JSON.stringify(describeError(error))}`;
}
