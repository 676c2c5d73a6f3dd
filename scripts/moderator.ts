// Says who may moderate. The service may run on meanwhile.

import { moderatorStore } from "../api/features/moderation/moderators/store.ts";
import type { Database } from "../api/platform/db/client.ts";
import { printError } from "./print-error.ts";
import { readSettings } from "./start/settings.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = `npm run moderator -- list          who may moderate
npm run moderator -- add EMAIL     lets an account moderate
npm run moderator -- remove EMAIL  takes that away`;

/** What came of it, in a sentence; `works` where it is as it was wanted. */
type Outcome = { says: string; works: boolean };
type Work = (database: Database) => Promise<Outcome>;

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
    says: lines.join("\n") || "Nobody may moderate yet: npm run moderator -- add EMAIL lets an account.",
    works: true,
  };
}

async function add(database: Database, email: string): Promise<Outcome> {
  switch (await moderatorStore(database).add(email)) {
    case "added":
      return { says: `${email} may moderate now: signed in, at /moderation.`, works: true };
    case "held already":
      return { says: `${email} may moderate already.`, works: true };
    case "not confirmed":
      return {
        says: `The address of the account ${email} is not confirmed, or was confirmed before version 1.1 by the link alone, which a stranger's account passes as well. Follow the link in the mail that came with signing up (the account's page sends another), or set a new password by a mailed link; then try again.`,
        works: false,
      };
    case "unknown":
      return unknown(email);
  }
}

async function remove(database: Database, email: string): Promise<Outcome> {
  switch (await moderatorStore(database).remove(email)) {
    case "removed":
      return { says: `${email} may not moderate any more. What they did stays in the history.`, works: true };
    case "not held":
      return { says: `${email} does not moderate: there is nothing to take away.`, works: true };
    case "unknown":
      return unknown(email);
  }
}

function unknown(email: string): Outcome {
  return {
    says: `Nobody has an account with the e-mail ${email}. Check the spelling, or sign up on the website first.`,
    works: false,
  };
}
