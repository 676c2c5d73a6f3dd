import { databaseTrouble } from "../api/platform/db/database-trouble.ts";
import { describeError } from "../shared/observability/log.ts";
import { OperatorError } from "../shared/operator-error.ts";

/**
 * Runs a command with the words after its name, and prints why it failed if it did; or prints how it is used, if that was
 * asked for.
 */
export async function runCommand(usage: string, work: (words: string[]) => Promise<void>): Promise<void> {
  const words = process.argv.slice(2);
  if (/^(help|--help|-h)$/.test(words[0] ?? "")) return console.log(usage);
  await work(words).catch((error) => {
    console.error(sentenceOn(error));
    process.exitCode = 1;
  });
}

/** A plain message if the operator can fix it, otherwise the error with its origin. */
function sentenceOn(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const trouble = databaseTrouble(error, "DATABASE_URL");
  if (trouble) return trouble;
  return `The command failed: ${JSON.stringify(describeError(error))}`;
}
