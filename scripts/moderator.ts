// Manages moderators. The service may keep running.

import { moderatorStore } from "../api/features/moderation/moderators.store.ts";
import type { Database } from "../api/platform/db/client.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { runCommand } from "./command.ts";
import { withDatabase } from "./database-of-service.ts";
import { readSettings } from "./start/settings.ts";

const USAGE = `npm run moderator -- list          lists who may moderate
npm run moderator -- add EMAIL     lets an account moderate
npm run moderator -- remove EMAIL  revokes that`;

/** Returns what to print. Throws OperatorError if the state is not the requested one. */
type Work = (database: Database) => Promise<string>;

await runCommand(USAGE, async (words) => {
  const work = workFor(words);
  if (!work) throw new OperatorError(USAGE);
  await withDatabase(readSettings(process.env), async (database) => console.log(await work(database)));
});

function workFor([command, email, ...rest]: string[]): Work | null {
  if (rest.length > 0) return null;
  if (command === "list" && email === undefined) return list;
  if (command === "add" && email) return (database) => add(database, email);
  if (command === "remove" && email) return (database) => remove(database, email);
  return null;
}

async function list(database: Database): Promise<string> {
  const moderators = await moderatorStore(database).list();
  const lines = moderators.map(({ email, since }) => `${email}  since ${since.toISOString().slice(0, 10)}`);
  return lines.join("\n") || "There are no moderators yet: npm run moderator -- add EMAIL adds one.";
}

async function add(database: Database, email: string): Promise<string> {
  switch (await moderatorStore(database).add(email)) {
    case "added":
      return `${email} may moderate now, at /moderation after signing in.`;
    case "held already":
      return `${email} is already a moderator.`;
    case "not confirmed":
      throw new OperatorError(
        `The email address of ${email} is not confirmed, or was confirmed before version 1.1 by the link alone, which does not prove who created the account. Follow the link in the sign-up email (the account page sends another one), or reset the password by email; then try again.`,
      );
    case "unknown":
      throw unknown(email);
  }
}

async function remove(database: Database, email: string): Promise<string> {
  switch (await moderatorStore(database).remove(email)) {
    case "removed":
      return `${email} is no longer a moderator. Their actions stay in the history.`;
    case "not held":
      return `${email} is not a moderator: there is nothing to revoke.`;
    case "unknown":
      throw unknown(email);
  }
}

function unknown(email: string): OperatorError {
  return new OperatorError(
    `There is no account with the email ${email}. Check the spelling, or sign up on the website first.`,
  );
}
