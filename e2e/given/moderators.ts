import { spawn } from "node:child_process";
import { join } from "node:path";
import { mailedLink } from "./outbox.ts";
import { cookiesOf, newOwner } from "./visitors.ts";

const ROOT = join(import.meta.dirname, "../..");
// Playwright's tests run on Node; the command on Bun.
const BUN = process.versions.bun ? process.execPath : join(ROOT, "node_modules/.bin/bun");

export type Moderator = { email: string; cookie: string };

/** Runs `npm run moderator -- …` on a service's data: whether it worked, and what it said. */
export async function moderatorCommand(dataDir: string, ...words: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: "", DATA_DIR: dataDir };
  const program = spawn(BUN, ["scripts/moderator.ts", ...words], { cwd: ROOT, env });
  let said = "";
  for (const stream of [program.stdout, program.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  const code = await new Promise<number>((resolve) => program.on("close", (status) => resolve(status ?? 1)));
  return { code, said };
}

/** Follows the link that proves an owner's address, in a session of theirs; gives the cookie of the session that follows. */
export async function confirmEmail(site: string, email: string, dataDir: string, cookie: string): Promise<string> {
  const link = await mailedLink(email, "Confirm your e-mail address", dataDir);
  const token = new URL(link).searchParams.get("token");
  const headers = { "content-type": "application/json", cookie };
  const init = { method: "POST", headers, body: JSON.stringify({ token }) };
  const answer = await fetch(`${site}/auth/confirm-email`, init);
  if (!answer.ok) throw new Error(`Confirming was answered ${answer.status}`);
  return cookiesOf(answer);
}

/** Somebody signed in whom the command lets moderate. */
export async function newModerator(site: string, dataDir: string): Promise<Moderator> {
  const email = `mod-${crypto.randomUUID()}@example.com`;
  const cookie = await confirmEmail(site, email, dataDir, await newOwner(site, email));
  const { code, said } = await moderatorCommand(dataDir, "add", email);
  if (code !== 0) throw new Error(said);
  return { email, cookie };
}
