import { afterAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { gunzipSync } from "node:zlib";
import postgres from "postgres";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { addGift, createTree, listGifts, newOwner } from "../fixtures/visitors.ts";

const TIMEOUT_MS = 120_000;
const [first, second, third] = [newDataDir(), newDataDir(), newDataDir()];
const services: Service[] = [];

afterAll(async () => {
  for (const service of services) if (service.starter.exitCode === null) await stop(service);
  for (const folder of [first, second, third]) removeDataDir(folder);
}, TIMEOUT_MS);

async function started(folder: string): Promise<Service> {
  const service = await startService(folder, { RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  services.push(service);
  return greeted(service);
}

/** Runs one of the two commands on a data folder. Returns its exit code and output. */
async function run(script: "backup" | "restore", folder: string, ...words: string[]) {
  const env = { ...process.env, DATABASE_URL: "", MESSAGE_KEY: "", MESSAGE_KEY_FILE: "", DATA_DIR: folder };
  const program = spawn(process.execPath, [`scripts/${script}.ts`, ...words], { env, stdio: "pipe" });
  let said = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (said += chunk));
  const code = await new Promise((resolve) => program.once("exit", resolve));
  return { code, said };
}

test(
  "backs up everything acknowledged before it began, readable only with the key, and with correct counts",
  async () => {
    const service = await started(first);
    const email = "owner@example.com";
    const { code } = await createTree(service.site, { owner: await newOwner(service.site, email) });
    const before: string[] = [];
    for (let i = 0; i < 50; i += 1) before.push(await addGift(service.api, code, `Before ${i}`));
    // Gifts keep arriving during the backup.
    let isOver = false;
    let meanwhile = 0;
    const senders = Array.from({ length: 8 }, async (_, sender) => {
      for (let i = 0; !isOver; i += 1) {
        await addGift(service.api, code, `Meanwhile ${sender}-${i}`);
        meanwhile += 1;
      }
    });
    await Bun.sleep(100);
    const file = join(first, "a.backup");
    const taken = await run("backup", first, file);
    isOver = true;
    await Promise.all(senders);
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.said).toContain("message.key");
    expect(meanwhile).toBeGreaterThan(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const held = gunzipSync(readFileSync(file)).toString("latin1");
    const key = readFileSync(join(first, "message.key"), "utf8").trim();
    expect(held).toContain(code);
    for (const secret of ["Before 7", "Meanwhile 0-0", key.split(":").at(-1) ?? key])
      expect(held).not.toContain(secret);
    expect((await run("backup", first, file)).said).toContain("already");
    expect((await run("restore", first, file)).said).toContain("The service is running");

    for (const name of ["message.key", "session.key"]) copyFileSync(join(first, name), join(second, name));
    expect(await run("restore", second, file)).toMatchObject({ code: 0 });
    const again = await started(second);
    expect(await pagesToReadTwice(second)).toEqual([]);
    const listed = await listGifts(again.api, code);
    expect(before.filter((id) => !listed.ids.has(id))).toEqual([]);
    expect(listed.giftCount).toBe(listed.ids.size);
    expect(listed.giftCount).toBeLessThanOrEqual(before.length + meanwhile);
    // Sessions are not in a backup: the owner signs in again.
    const texts = await textsOf(again.site, code, await newOwner(again.site, email));
    expect(texts.size).toBe(listed.ids.size);
    for (let i = 0; i < before.length; i += 1) expect(texts).toContain(`Before ${i}`);
    await addGift(again.api, code, "After");
  },
  TIMEOUT_MS,
);

test(
  "restores all or nothing: refuses a database with data and a truncated file, and replaces data with --replace",
  async () => {
    const file = join(first, "a.backup");
    const half = join(first, "half.backup");
    copyFileSync(file, half);
    truncateSync(half, Math.floor(statSync(file).size / 2));
    const cut = await run("restore", third, half);
    expect([cut.code, cut.said]).toEqual([1, expect.stringContaining("cannot be restored")]);
    expect(existsSync(join(third, "message.key"))).toBe(false);
    copyFileSync(join(first, "message.key"), join(third, "message.key"));
    // Nothing of the truncated file was restored, so the database is still empty for the whole one.
    expect(await run("restore", third, file)).toMatchObject({ code: 0 });
    expect((await run("restore", third, file)).said).toContain("not empty");
    expect(await run("restore", third, file, "--replace")).toMatchObject({ code: 0 });
    expect((await run("restore", third, join(first, "message.key"), "--replace")).code).toBe(1);
  },
  TIMEOUT_MS,
);

test(
  "streams a backup, over that of before as well, and says elsewhere what it holds",
  async () => {
    const file = join(first, "streamed.backup");
    const env = { ...process.env, DATABASE_URL: "", MESSAGE_KEY: "", MESSAGE_KEY_FILE: "", DATA_DIR: first };
    const stream = (to: "pipe" | number) =>
      spawn(process.execPath, ["scripts/backup.ts", "-"], { env, stdio: ["ignore", to, "pipe"] });
    const ended = async (program: ReturnType<typeof stream>) => {
      const [said, [code]] = await Promise.all([text(program.stderr as Readable), once(program, "exit")]);
      return [code, said];
    };
    const whole = [0, expect.stringMatching(/^The backup holds 1 owners, 1 trees/)];
    const piped = stream("pipe");
    const written = pipeline(piped.stdout as Readable, createWriteStream(file));
    expect(await ended(piped)).toEqual(whole);
    await written;
    const over = openSync(file, "w");
    expect(await ended(stream(over))).toEqual(whole);
    closeSync(over);
    const cut = stream("pipe");
    cut.stdout?.destroy();
    expect((await ended(cut))[0]).not.toBe(0);
    expect(await run("restore", third, file, "--replace")).toMatchObject({ code: 0 });
  },
  TIMEOUT_MS,
);

/** Returns tables that do not allow index-only scans, because they were not vacuumed since their last change. */
async function pagesToReadTwice(folder: string): Promise<string[]> {
  const database = postgres({ host: join(folder, "socket"), username: "tree", database: "tree", max: 1 });
  const rows = await database`
    select relname from pg_class
    where relname in ('trees', 'gifts', 'messages') and (relpages = 0 or relallvisible < relpages or reltuples <= 0)`;
  await database.end();
  return rows.map(({ relname }) => relname);
}

async function textsOf(site: string, code: string, cookie: string): Promise<Set<string>> {
  const texts = new Set<string>();
  for (let cursor = ""; ; ) {
    const answer = await fetch(`${site}/owner/trees/${code}/messages?limit=100${cursor}`, { headers: { cookie } });
    const { data, page } = await answer.json();
    for (const { message } of data) texts.add(message);
    if (!page.next) return texts;
    cursor = `&cursor=${page.next}`;
  }
}
