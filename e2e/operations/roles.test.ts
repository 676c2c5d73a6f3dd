import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { startEmbeddedPostgres } from "../../api/platform/db/embedded.ts";
import {
  greeted,
  newDataDir,
  refusalIn,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { addGift, createTree, listGifts } from "../fixtures/visitors.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../..");
const folder = newDataDir();
const services: Service[] = [];
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;

beforeAll(async () => {
  database = await startEmbeddedPostgres({ dataDir: join(folder, "database"), isThrowAway: true });
});
afterAll(async () => {
  for (const service of services) if (service.starter.exitCode === null) await stop(service);
  await database.stop();
  removeDataDir(folder);
});

const as = (role: string) => ({
  DATABASE_URL: database.url.replace(/(?<=:\/\/)[^@]*/, role),
  MESSAGE_KEY: Buffer.alloc(32, 7).toString("base64"),
});

async function started(role: string): Promise<Service> {
  const service = await startService(join(folder, "service"), as(role));
  services.push(service);
  return service;
}

async function run(role: string, script: string, ...words: string[]): Promise<{ code: unknown; said: string }> {
  const env = { ...process.env, ...as(role) };
  const program = spawn(process.execPath, [`scripts/${script}.ts`, ...words], { cwd: ROOT, env, stdio: "pipe" });
  let said = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (said += chunk));
  return new Promise((resolve) => program.once("close", (code) => resolve({ code, said })));
}

async function ask(statements: string, username = "postgres"): Promise<unknown[]> {
  const host = join(folder, "database/socket");
  const client = postgres({ host, username, database: "tree", max: 1, onnotice: () => {} });
  try {
    return [...(await client.unsafe(statements))];
  } finally {
    await client.end();
  }
}

async function refusal(role: string): Promise<string> {
  const service = await started(role);
  expect(await service.ended).toBe(1);
  return refusalIn(service.output());
}

test("migrates with one role, and runs with another that may not change the schema", async () => {
  const roles = readFileSync(join(ROOT, "ops/postgres/roles.sql"), "utf8");
  // As on a managed Postgres: its owner is no superuser.
  await ask("create role cloud_owner login createrole; alter database tree owner to cloud_owner");
  await ask(roles, "cloud_owner");
  const mayNot =
    "and the role tree_service may not change its schema: run `npm run migrate` with the role that owns it.";
  expect(await refusal("tree_service")).toMatch(new RegExp(`^The database needs \\d+ migrations, ${mayNot}$`));
  expect((await run("tree_service", "moderator", "list")).said).toContain("run npm run migrate");

  expect(await run("tree_owner", "migrate")).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Applied \d+ mig/),
  });
  expect((await run("tree_owner", "migrate")).said).toBe("The database needs no migration.\n");
  // Repeating it does no harm.
  await ask(roles, "cloud_owner");
  await ask(roles);

  const service = await greeted(await started("tree_service"));
  const { code } = await createTree(service.site);
  await addGift(service.site, code, "Hello");
  expect(await listGifts(service.api, code)).toMatchObject({ giftCount: 1 });
  // All jobs have run once: one that lacks a right would have logged it.
  await Bun.sleep(3000);
  expect(service.output()).not.toMatch(/"level":"(?:warn|error)","event":"(?!SMTP_URL)/);
  expect(await ask("select count(*)::int as tables from pg_tables where tableowner = 'tree_service'")).toEqual([
    { tables: 0 },
  ]);

  const file = join(folder, "a.backup");
  expect(await run("tree_service", "backup", file)).toMatchObject({ code: 0 });
  expect(await run("tree_service", "keys", "list")).toMatchObject({ code: 0 });
  expect(await run("tree_service", "keys", "rotate")).toMatchObject({ code: 0 });
  expect(await run("tree_service", "moderator", "list")).toMatchObject({ code: 0 });
  expect(await stop(service)).toBe(0);

  expect(await run("tree_service", "restore", file, "--replace")).toEqual({
    code: 1,
    said: "A restore creates or empties tables, and the role tree_service may not change its schema: run `npm run restore` with the role that owns it.\n",
  });
  expect(await run("tree_owner", "restore", file, "--replace")).toMatchObject({ code: 0 });

  await ask("delete from drizzle.applied_functions");
  expect(await refusal("tree_service")).toBe(`The database needs this version's SQL functions, ${mayNot}`);
  expect(await run("tree_owner", "migrate")).toMatchObject({ code: 0 });
  expect(await stop(await greeted(await started("tree_service")))).toBe(0);
});

test("names a missing right, role and database in a sentence", async () => {
  await ask("revoke select on message_keys from tree_service");
  expect(await refusal("tree_service")).toContain("lacks a right: permission denied for table message_keys.");
  expect(await refusal("nobody_here")).toContain('does not let this role in: role "nobody_here" does not exist.');
  const elsewhere = await startService(join(folder, "service"), {
    ...as("tree_service"),
    DATABASE_URL: database.url.replace("/tree?", "/nowhere?"),
  });
  expect(await elsewhere.ended).toBe(1);
  expect(refusalIn(elsewhere.output())).toBe(
    'Postgres has no such database: database "nowhere" does not exist. Create it, or correct DATABASE_URL.',
  );
});
