// Runs the service for development: `npm run dev`. Pages reload on save (Astro's own server), the API restarts on save,
// and mails are printed. It always uses a database of its own, in data-dev/ or DEV_DATA_DIR: an .env file that names a
// real one does not get demo data.
import "../shared/own-environment.ts";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { makeDataFolder, startEmbeddedPostgres } from "../api/platform/db/embedded.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { seed } from "./seed.ts";
import { keepMessageKey, keepPushKey, keepSessionKey } from "./start/kept-keys.ts";
import { refuseTakenPorts } from "./start/ports.ts";
import { readSettings } from "./start/settings.ts";

const ROOT = join(import.meta.dir, "..");
/** Overrides whatever names another database, other keys or a mail server. */
const OWN_DATA = {
  DATA_DIR: process.env.DEV_DATA_DIR || "./data-dev",
  DATABASE_URL: undefined,
  DATABASE_DIRECT_URL: undefined,
  DATABASE_URL_FILE: undefined,
  DATABASE_DIRECT_URL_FILE: undefined,
  MESSAGE_KEY: undefined,
  SMTP_URL: undefined,
  SMTP_URL_FILE: undefined,
};
const START_PATIENCE_MS = 60_000;

const stopped = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
});

try {
  await dev();
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}

async function dev(): Promise<void> {
  const settings = readSettings({ ...process.env, ...OWN_DATA });
  await refuseTakenPorts(settings);
  const dataDir = makeDataFolder(settings.dataDir);
  const onExit = () => console.error(`Postgres ended; see ${dataDir}/postgres.log.`);
  const embedded = await startEmbeddedPostgres({ dataDir, onExit });
  const env = {
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
    ...process.env,
    API_PORT: String(settings.apiPort),
    SITE_PORT: String(settings.sitePort),
    API_URL: settings.apiUrl,
    SITE_URL: settings.siteUrl,
    ...OWN_DATA,
    DATA_DIR: dataDir,
    DATABASE_URL: embedded.url,
    SESSION_SECRET: settings.sessionSecret ?? keepSessionKey(dataDir),
    PUSH_KEY: process.env.PUSH_KEY || keepPushKey(dataDir),
    INTERNAL_KEY: settings.internalKey ?? randomBytes(32).toString("base64url"),
    MESSAGE_KEY_FILE: await keepMessageKey(dataDir, embedded.url),
  };
  const api = run(["--watch", "--no-clear-screen", "api/main.ts"], env);
  const site = run(["--bun", "node_modules/.bin/astro", "dev", "--port", env.SITE_PORT], env);
  const mails = printMails(join(dataDir, "outbox"));
  try {
    await answering(`${settings.siteUrl}/v1/status`);
    Object.assign(process.env, env);
    console.log(
      `\nTree Gifting for development\n  Site  ${settings.siteUrl}\n  API   ${settings.apiUrl}\n${await seed()}\n`,
    );
    await Promise.race([stopped, api.exited, site.exited]);
  } finally {
    mails.close();
    for (const program of [site, api]) program.kill("SIGTERM");
    await Promise.all([site.exited, api.exited]);
    await embedded.stop();
  }
}

/** Starts one of the programs with Bun. A Ctrl-C reaches it with this one: it is in the same process group. */
function run(command: string[], env: Record<string, string | undefined>) {
  return Bun.spawn([process.execPath, ...command], { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
}

/** Waits until the API answers through the site. */
async function answering(url: string): Promise<void> {
  const until = performance.now() + START_PATIENCE_MS;
  while (performance.now() < until) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await Bun.sleep(100);
  }
  throw new OperatorError(`${url} did not answer within ${START_PATIENCE_MS / 1000} seconds.`);
}

/** Prints each mail that the API writes to its outbox because no SMTP_URL is set. */
function printMails(outbox: string) {
  mkdirSync(outbox, { recursive: true });
  const printed = new Set<string>();
  return watch(outbox, (_, name) => {
    const file = join(outbox, name ?? "");
    if (!name?.endsWith(".eml") || printed.has(name) || !existsSync(file)) return;
    printed.add(name);
    console.log(`\n--- mail: ${file}\n${readableMail(readFileSync(file, "utf8"))}\n---\n`);
  });
}

/** A mail's recipient, subject and plain text. */
function readableMail(source: string): string {
  const headers = source.split(/\r?\n(?!\s)/).filter((line) => /^(to|subject):/i.test(line));
  const [, encoded = ""] = /text\/plain[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(source) ?? [];
  // Quoted-printable (RFC 2045, section 6.7).
  const text = encoded
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `${headers.join("\n")}\n\n${Buffer.from(text, "latin1")}`;
}
