import { PRODUCTION_MODE } from "../shared/http/production-mode.ts";
import { consoleToLog } from "../shared/observability/console-lines.ts";
import { createLog, describeError, type Log } from "../shared/observability/log.ts";
import { doneWithin, onStop } from "../shared/observability/stopping.ts";
import { tellOperator } from "../shared/observability/tell-operator.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { createApp } from "./app.ts";
import { accountStore } from "./features/accounts/accounts.store.ts";
import { linkStore } from "./features/accounts/links/links.store.ts";
import { unsubscribing } from "./features/accounts/links/unsubscribing.ts";
import { accountKeyWith } from "./features/accounts/sign-in/password-check.ts";
import { announcements } from "./features/mails/announcements.store.ts";
import { postOffice } from "./features/mails/mails.service.ts";
import { mailStore } from "./features/mails/mails.store.ts";
import { pushStore } from "./features/push/push.store.ts";
import { pushOffice } from "./features/push/push-delivery.service.ts";
import { lastAnswer } from "./http/error-handler.ts";
import { databaseClock } from "./platform/clock.ts";
import { closeDatabase, type Database, openDatabase } from "./platform/db/client.ts";
import { databaseTrouble } from "./platform/db/database-trouble.ts";
import { migrateDatabase, tellingOfLongWait } from "./platform/db/migrate.ts";
import { addressOfItsOwn, refuseDatabase } from "./platform/db/own-connection.ts";
import { surviveLostConnections } from "./platform/db/resilient-client.ts";
import { othersMayRead } from "./platform/encryption/key-file.ts";
import { keysGiven, keysInFile } from "./platform/encryption/key-source.ts";
import { loadKeys } from "./platform/encryption/load-keys.ts";
import { readEnv } from "./platform/env.ts";
import { serviceLock } from "./platform/instances/service-lock.ts";
import { mailTransport, type Transport } from "./platform/mail/transport.ts";
import { stockStore } from "./platform/observability/measures.store.ts";
import { openApiOps } from "./platform/observability/open.ts";
import { rateLimitStore } from "./platform/rate-limits/rate-limits.store.ts";
import { rateLimits } from "./platform/rate-limits/rate-limits.ts";
import { freshness } from "./platform/response-cache.ts";
import { RETENTION_MS, retention } from "./platform/retention/retention.ts";
import { scheduleJob } from "./platform/scheduled-job.ts";

const MAIL_MS = 2000;
const LOCK_CHECK_MS = 5000;
/** Timeout of cleanup work after the last request. */
const HANG_UP_MS = 2000;

/** Runs the API: validates the environment, migrates the database, listens, and shuts down cleanly. */
async function main() {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  consoleToLog(log);
  surviveLostConnections(log);
  const ops = openApiOps(env.ops);
  const messageKeys = env.messageKeys ? keysGiven(env.messageKeys) : keysInFile(env.messageKeyFile ?? "");
  const ownUrl = await addressOfItsOwn(env);
  const givenAlike = { SESSION_SECRET: env.sessionSecret, INTERNAL_KEY: env.internalKey };
  const clock = databaseClock();
  const lock = serviceLock({ url: ownUrl, given: givenAlike, log, clock });
  // Before anything is read: during a restore, the data is incomplete.
  const tellOfRestore = () => log.warn("waiting for a restore of this database to finish");
  await tellingOfLongWait(lock.take(), tellOfRestore).catch(refuseDatabase);
  const next = (patient: Database) => loadKeys(patient, messageKeys);
  const onLongWait = () => log.warn("waiting for another process to finish the database migration");
  await migrateDatabase(ownUrl, { next, onLongWait }).catch(refuseDatabase);
  const database = openDatabase(env.databaseUrl, env.connections.forRequests);
  const counters = openDatabase(env.databaseUrl, env.connections.forCounters);
  const gifts = openDatabase(env.databaseUrl, env.connections.forGifts);
  if (env.ratePolicies === null) log.warn("rate limits are off: for load tests only");
  await lock.warnOfOthers();
  const fresh = freshness(clock.now);
  const dependencies = {
    database,
    counters,
    gifts,
    messageKeys,
    clock: clock.now,
    log,
    settings: env,
    freshness: fresh,
  };
  const rest = { aheadMs: clock.aheadMs, measures: ops.measures, isDraining: ops.isDraining };
  const app = createApp({ ...dependencies, ...rest });
  const transport = mailTransport(env.mail);
  const post = postOffice({
    store: mailStore(database),
    announcements: announcements(database),
    hiddenAmong: app.gifts.hiddenAmong,
    links: linkStore(database),
    unsubscribing: unsubscribing(env.sessionSecret),
    transport,
    limits: rateLimits(rateLimitStore(counters), clock.now, env.ratePolicies),
    accountKey: accountKeyWith(env.sessionSecret),
    clock: clock.now,
    log,
    measures: ops.measures,
    siteUrl: env.siteUrl,
    contactEmail: env.mail.contactEmail,
  });
  const { announce } = post;
  const pushed = { clock: clock.now, log, measures: ops.measures, announce, gifts: app.gifts };
  const pushes = env.push && pushOffice({ ...pushed, store: pushStore(database), push: env.push });
  const { delete: deleteAccount } = accountStore(database);
  const bounds = { isStopping: ops.isDraining, measures: ops.measures, deleteAccount };
  const runRetention = retention(database, transport, log, bounds);
  const noted = { log, measures: ops.measures };
  const held = { ...noted, isHeld: clock.isOff };
  const atWork = [
    scheduleJob(RETENTION_MS, "retention", held, () => fresh.changing("all", runRetention(clock.now()))),
    scheduleJob(MAIL_MS, "mails", held, () => post.deliver()),
    ...(pushes ? [scheduleJob(MAIL_MS, "notifications", held, () => pushes.deliver())] : []),
    scheduleJob(LOCK_CHECK_MS, "service lock check", noted, lock.check),
  ];
  if (env.messageKeyFile && othersMayRead(env.messageKeyFile))
    log.warn("others on this machine can read the message key's file: run chmod 600 on it");
  sayWhereMailsGo(env.mail.smtpUrl, transport, log);
  // Elysia shares ports by default: a second API started by mistake would silently take half of the requests.
  app.listen({
    ...PRODUCTION_MODE,
    port: env.port,
    hostname: env.host ?? undefined,
    reusePort: env.sharesPort,
    idleTimeout: 30,
    error: lastAnswer(log),
  });
  log.info("api listening", { port: env.port });
  const inFlight = () => app.server?.pendingRequests ?? 0;
  ops.serve({ requests: database, counters, gifts }, { inFlight, stock: stockStore(database).read, clock });

  onStop(async () => {
    ops.drain();
    await Bun.sleep(env.leadMs);
    const isDone = await doneWithin(env.drainMs, app.stop());
    if (!isDone) log.warn("shutdown timeout exceeded, requests aborted");
    for (const each of atWork) clearInterval(each);
    await doneWithin(HANG_UP_MS, Promise.all([post.settle(), pushes?.settle()]));
    await doneWithin(HANG_UP_MS, Promise.all([...[database, counters, gifts].map(closeDatabase), lock.release()]));
    await ops.stop();
  });
  process.send?.({ ready: true });
}

main().catch((error) => {
  const isOurs = error instanceof OperatorError;
  const { code } = error as { code?: string };
  const trouble = databaseTrouble(error, "DATABASE_URL");
  const say = (sentence: string) => tellOperator("error", { event: "start refused", sentence });
  if (isOurs) say(error.message);
  else if (code === "EADDRINUSE")
    say("API_PORT is in use. Stop the program that uses it, or choose another port with API_PORT=3001.");
  else if (trouble) say(trouble);
  else if (code === "EADDRNOTAVAIL") say("LISTEN_HOST is not an address of this machine. Correct it, or leave it out.");
  else {
    const fields = describeError(error);
    tellOperator("error", { event: "start failed", sentence: "The API could not start.", fields });
  }
  process.exit(1);
});

function sayWhereMailsGo(smtpUrl: string | null, transport: Transport, log: Log): void {
  if (smtpUrl === null) log.warn("SMTP_URL is not set: mails are written to the outbox folder in DATA_DIR");
  transport.reach().catch((error) => {
    log.warn("SMTP connection failed, mails stay queued", describeError(error));
  });
}
