import { databaseTrouble } from "../api/platform/db/database-trouble.ts";
import { describeError } from "../shared/observability/log.ts";
import { OperatorError } from "../shared/operator-error.ts";

/** Prints how a command is used and ends it, if that was asked for. */
export function printHelp(usage: string): void {
  if (!/^(help|--help|-h)$/.test(process.argv[2] ?? "")) return;
  console.log(usage);
  process.exit(0);
}

/** Prints why a command failed: a plain message if the operator can fix it, otherwise the error with its origin. */
export function printError(error: unknown): void {
  console.error(sentenceOn(error));
  process.exitCode = 1;
}

function sentenceOn(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const trouble = databaseTrouble(error, "DATABASE_URL");
  if (trouble) return trouble;
  return `The command failed: ${JSON.stringify(describeError(error))}`;
}
