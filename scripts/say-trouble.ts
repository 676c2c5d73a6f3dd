import { CannotStart } from "../api/db/embedded.ts";
import { ConfigurationError } from "../api/env.ts";
import { describeError } from "../api/log.ts";

/** Says why a command could not do its work: in a sentence where it is somebody's to mend, else where it arose. */
export function sayTrouble(error: unknown): void {
  const isForPeople = error instanceof CannotStart || error instanceof ConfigurationError;
  console.error(isForPeople ? error.message : `That did not work: ${JSON.stringify(describeError(error))}`);
  process.exitCode = 1;
}
