import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PlainService, plainService } from "../../test-support/plain-service.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

const ROOT = join(import.meta.dirname, "../..");
const TIMEOUT_MS = 120_000;
const OLD = "tree-2026-01-01T033000Z.backup";
const folder = mkdtempSync(join(tmpdir(), "nightly-"));
const [here, away] = [join(folder, "here"), join(folder, "away")];
let service: PlainService & { close: () => Promise<void> };

beforeAll(async () => {
  service = await plainService();
  for (const each of [here, away]) mkdirSync(each);
  const { code } = await createTree(service.site);
  await addGift(service.api, code, "Read me in the drill");
}, TIMEOUT_MS);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Runs one of the two scripts as the units do. */
function run(script: "backup" | "drill", variables: Record<string, string>) {
  const none = { DATABASE_URL: "", MESSAGE_KEY: "", MESSAGE_KEY_FILE: "" };
  const env = { ...process.env, ...none, DATA_DIR: service.dataDir, BACKUP_DIR: here, ...variables };
  const { status, stdout, stderr } = spawnSync("sh", [`ops/backup/${script}.sh`], { cwd: ROOT, env, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

test(
  "backs up, deletes what is older than 30 days, copies, and proves that the copy can be restored and read",
  () => {
    writeFileSync(join(here, OLD), "");
    utimesSync(join(here, OLD), new Date("2026-01-01"), new Date("2026-01-01"));
    const timeFile = join(folder, "tree_backup.prom");
    const backup = run("backup", { BACKUP_COPY_COMMAND: `cp ${here}/* ${away}`, BACKUP_TIME_FILE: timeFile });
    expect(backup).toMatchObject({ status: 0, said: expect.stringContaining("copied off this machine") });
    expect(readFileSync(timeFile, "utf8")).toMatch(/^tree_backup_last_success_timestamp_seconds \d{10}\n$/);
    expect(readdirSync(away)).toEqual([expect.stringMatching(/^tree-20.*Z\.backup$/)]);

    const drill = run("drill", { BACKUP_FETCH_COMMAND: `cp ${away}/* "$FETCH_DIR"` });
    expect(drill).toMatchObject({ status: 0, said: expect.stringMatching(/All [1-9]\d* messages can be decrypted/) });
  },
  TIMEOUT_MS,
);

test(
  "fails if the copy fails, if there is no recent backup, and if the key is another one",
  () => {
    expect(run("backup", { BACKUP_COPY_COMMAND: "false" }).status).not.toBe(0);
    expect(run("drill", { BACKUP_FETCH_COMMAND: "false" }).status).not.toBe(0);
    const onlyOld = run("drill", { BACKUP_FETCH_COMMAND: `touch "$FETCH_DIR/${OLD}"` });
    expect(onlyOld).toMatchObject({ status: 1, said: expect.stringContaining("days old") });
    const otherKey = run("drill", { MESSAGE_KEY: Buffer.alloc(32, 7).toString("base64") });
    expect(otherKey).toMatchObject({ status: 1, said: expect.stringContaining("key") });
  },
  TIMEOUT_MS,
);
