// Manages moderators. The service may keep running.

import { moderatorStore } from "../api/features/moderation/moderators.store.ts";
import type { Database } from "../api/platform/db/client.ts";
import { printError, printHelp } from "./command.ts";
import { readSettings } from "./start/settings.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = `npm run moderator -- list          lists who may moderate
npm run moderator -- add EMAIL     lets an account moderate
npm run moderator -- remove EMAIL  revokes that`;

/** The result as a message; `works` is true if the state is now the requested one. */
type Outcome = { says: string; works: boolean };
type Work = (database: Database) => Promise<Outcome>;

printHelp(USAGE);

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  printError(error);
}

async function run(words: string[]): Promise<0 | 1> {
  const work = workFor(words);
  if (!work) {
    console.error(USAGE);
    return 1;
  }
  let works = false;
  await withDatabase(readSettings(process.env), async (database) => {
    const outcome = await work(database);
    works = outcome.works;
    (works ? console.log : console.error)(outcome.says);
  });
  return works ? 0 : 1;
}

function workFor([command, email, ...rest]: string[]): Work | null {
  if (rest.length > 0) return null;
  if (command === "list" && email === undefined) return list;
  if (command === "add" && email) return (database) => add(database, email);
  if (command === "remove" && email) return (database) => remove(database, email);
  return null;
}

async function list(database: Database): Promise<Outcome> {
  const moderators = await moderatorStore(database).list();
  const lines = moderators.map(({ email, since }) => `${email}  since ${since.toISOString().slice(0, 10)}`);
  return {
    says: lines.join("\n") || "There are no moderators yet: npm run moderator -- add EMAIL adds one.",
    works: true,
  };
}

async function add(database: Database, email: string): Promise<Outcome> {
  switch (await moderatorStore(database).add(email)) {
    case "added":
      return { says: `${email} may moderate now, at /moderation after signing in.`, works: true };
    case "held already":
      return { says: `${email} is already a moderator.`, works: true };
    case "not confirmed":
      return {
        says: `The email address of ${email} is not confirmed, or was confirmed before version 1.1 by the link alone, which does not prove who created the account. Follow the link in the sign-up email (the account page sends another one), or reset the password by email; then try again.`,
        works: false,
      };
    case "unknown":
      return unknown(email);
  }
}

async function remove(database: Database, email: string): Promise<Outcome> {
  switch (await moderatorStore(database).remove(email)) {
    case "removed":
      return { says: `${email} is no longer a moderator. Their actions stay in the history.`, works: true };
    case "not held":
      return { says: `${email} is not a moderator: there is nothing to revoke.`, works: true };
    case "unknown":
      return unknown(email);
  }
}

function unknown(email: string): Outcome {
  return {
    says: `There is no account with the email ${email}. Check the spelling, or sign up on the website first.`,
    works: false,
  };
}
