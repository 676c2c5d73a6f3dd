import { ConfigurationError } from "../api/env.ts";
import { describeError } from "../api/log.ts";
import { CannotStart } from "../api/platform/db/embedded.ts";
import { codeOf } from "../api/platform/db/error-code.ts";

const NOT_ALLOWED = "42501";

/** Says why a command could not do its work: in a sentence where it is somebody's to mend, else where it arose. */
export function printError(error: unknown): void {
  console.error(sentenceOn(error));
  process.exitCode = 1;
}

function sentenceOn(error: unknown): string {
  if (error instanceof CannotStart || error instanceof ConfigurationError) return error.message;
  if (codeOf(error) === NOT_ALLOWED) {
    return "The database does not let this user do that: name the user that owns the tables, as the service does.";
  }
  return `That did not work: ${JSON.stringify(describeError(error))}`;
}
