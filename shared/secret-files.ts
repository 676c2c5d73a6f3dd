import { readFileSync } from "node:fs";
import { OperatorError } from "./operator-error.ts";

type Variables = Record<string, string | undefined>;

/** MESSAGE_KEY_FILE is not among them: a program reads that file again while it runs, because a rotation changes it. */
export const SECRETS = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "SESSION_SECRET",
  "INTERNAL_KEY",
  "SMTP_URL",
  "PUSH_KEY",
];

/**
 * Returns the variables, and for each secret NAME whose NAME_FILE is set, NAME with the file's text without the white
 * space around it. An empty file counts as not set, as an empty variable does. Throws OperatorError.
 */
export function withSecretFiles(env: Variables): Variables {
  const read = SECRETS.filter((name) => env[`${name}_FILE`]).map((name) => [name, secretIn(name, env)]);
  return { ...env, ...Object.fromEntries(read) };
}

/** Reads the secrets' files into the environment of this process. Throws OperatorError. */
export function readSecretFiles(): void {
  Object.assign(process.env, withSecretFiles(process.env));
  // The programs that this one starts get the variables themselves.
  for (const name of SECRETS) delete process.env[`${name}_FILE`];
}

function secretIn(name: string, env: Variables): string {
  const file = env[`${name}_FILE`] ?? "";
  if (env[name]) throw new OperatorError(`${name} and ${name}_FILE are both set: set only one of them.`);
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `The file ${file} that ${name}_FILE names cannot be read (${code}): correct the path, or let this user read it.`,
    );
  }
}
