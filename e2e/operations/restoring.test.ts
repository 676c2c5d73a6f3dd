import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startEmbeddedPostgres } from "../../api/platform/db/embedded.ts";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { createTree } from "../fixtures/visitors.ts";

const TIMEOUT_MS = 120_000;
// A separate database, as for several processes of the service.
const folder = newDataDir();
const variables: Record<string, string> = { MESSAGE_KEY: Buffer.alloc(32, 7).toString("base64") };
const services: Service[] = [];
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;

beforeAll(async () => {
  database = await startEmbeddedPostgres({ dataDir: join(folder, "database"), isThrowAway: true });
  variables.DATABASE_URL = database.url;
}, TIMEOUT_MS);
afterAll(async () => {
  for (const service of services) if (service.starter.exitCode === null) await stop(service);
  await database.stop();
  removeDataDir(folder);
}, TIMEOUT_MS);

/** The database's URL for another user. */
const addressFor = (user: string) => database.url.replace(/(?<=:\/\/)[^@]*/, user);

async function started(): Promise<Service> {
  const service = await startService(join(folder, "service"), variables);
  services.push(service);
  return service;
}

function run(script: "backup" | "restore", words: string[], own = {}): Promise<{ code: unknown; said: string }> {
  const env = { ...process.env, ...variables, ...own };
  const program = spawn(process.execPath, [`scripts/${script}.ts`, ...words], { env, stdio: "pipe" });
  let said = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (said += chunk));
  return new Promise((resolve) => program.once("close", (code) => resolve({ code, said })));
}

const ask = (max: number, username = "tree") =>
  postgres({ host: join(folder, "database/socket"), username, database: "tree", max });

async function soon(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await isSo()); await Bun.sleep(50)) {
    if (Date.now() > end) throw new Error("The condition was not met in time.");
  }
}

test(
  "makes a starting service wait for a restore in progress, log it, and remain stoppable",
  async () => {
    const file = join(folder, "a.backup");
    const first = await greeted(await started());
    const { code: restoredCode } = await createTree(first.site);
    expect(await run("backup", [file])).toMatchObject({ code: 0 });
    const { code: lostCode } = await createTree(first.site);
    expect((await run("restore", [file, "--replace"])).said).toContain("The service is running");
    await stop(first);

    // A reader blocks the restore in the middle.
    const reader = ask(2);
    const held = Promise.withResolvers<void>();
    const reading = reader.begin(async (transaction) => {
      await transaction`select from trees limit 1`;
      await held.promise;
    });
    let isWorking = true;
    const restored = run("restore", [file, "--replace"]).finally(() => (isWorking = false));
    await soon(async () => (await reader`select from pg_locks where not granted`).length > 0);

    const isWaiting = ({ output }: Service) => output().includes("waiting for a restore");
    const stopped = await started();
    await soon(() => isWaiting(stopped));
    expect(await stop(stopped)).toBe(0);
    // The restore is still blocked: the stop did not wait for it.
    expect(isWorking).toBe(true);

    const patient = await started();
    await soon(() => isWaiting(patient));
    expect(patient.output()).not.toContain("is running");
    held.resolve();
    await reading;
    await reader.end();
    expect(await restored).toMatchObject({ code: 0 });
    const { api } = await greeted(patient);
    const statuses = await Promise.all(
      [restoredCode, lostCode].map(async (code) => (await fetch(`${api}/v1/trees/${code}`)).status),
    );
    expect(statuses).toEqual([200, 404]);
    await stop(patient);
  },
  TIMEOUT_MS,
);

test(
  "explains in one line why a backup or restore fails, and what to do",
  async () => {
    const file = join(folder, "a.backup");
    const nowhere = join(folder, "nowhere", "b.backup");
    const superuser = ask(1, "postgres");
    await superuser`create role stranger login`;
    await superuser.end();
    const attempts: [Awaited<ReturnType<typeof run>>, string][] = [
      [await run("backup", [nowhere]), `cannot be written to ${nowhere}: its folder does not exist`],
      [await run("backup", [join(file, "b.backup")]), "is not a folder"],
      [await run("backup", [file], { DATABASE_URL: "garbage" }), "DATABASE_URL is invalid: it must be a Postgres URL"],
      [await run("restore", [file], { MESSAGE_KEY: "" }), 'needs the message key "key-'],
      [await run("restore", [file], { MESSAGE_KEY: "garbage" }), "MESSAGE_KEY is not set, or not a list of keys"],
      [await run("restore", [file], { DATABASE_URL: addressFor("stranger") }), "the role that owns"],
      [await run("restore", [file], { DATABASE_URL: addressFor("nobody-there") }), "Check DATABASE_URL"],
    ];
    for (const [{ code, said }, sentence] of attempts) {
      expect(said).toContain(sentence);
      expect([code, said.trim().split("\n").length]).toEqual([1, 1]);
    }
  },
  TIMEOUT_MS,
);

test(
  "refuses an older backup for a database migrated by a newer version, and accepts it for a new one",
  async () => {
    const file = join(folder, "a.backup");
    const owner = ask(1);
    const newer = Date.now();
    await owner`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', ${newer})`;
    const refused = await run("restore", [file, "--replace"]);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("into a new database")]);
    const superuser = ask(1, "postgres");
    await superuser`create database emptied owner tree`;
    await superuser.end();
    const emptied = database.url.replace("/tree?", "/emptied?");
    expect(await run("restore", [file], { DATABASE_URL: emptied })).toMatchObject({ code: 0 });
    await owner`delete from drizzle.__drizzle_migrations where created_at = ${newer}`;
    await owner.end();
  },
  TIMEOUT_MS,
);

test(
  "leaves no file behind when a backup is interrupted",
  async () => {
    const owner = ask(1);
    const held = Promise.withResolvers<void>();
    const holding = owner.begin(async (transaction) => {
      await transaction`lock table messages`;
      await held.promise;
    });
    const drafts = () => readdirSync(folder).filter((name) => name.startsWith("stopped."));
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      const program = spawn(process.execPath, ["scripts/backup.ts", join(folder, "stopped.backup")], {
        env: { ...process.env, ...variables },
        stdio: "ignore",
      });
      await soon(() => drafts().length > 0);
      program.kill(signal);
      const code = await new Promise((resolve) => program.once("exit", resolve));
      expect([code, drafts()]).toEqual([128 + constants.signals[signal], []]);
    }
    held.resolve();
    await holding;
    await owner.end();
  },
  TIMEOUT_MS,
);
