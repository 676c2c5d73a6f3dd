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
const GUIDE = readFileSync(join(ROOT, "docs/operating/install.md"), "utf8");
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

    const drilled = join(folder, "tree_drill.prom");
    const drill = run("drill", { BACKUP_FETCH_COMMAND: `cp ${away}/* "$FETCH_DIR"`, DRILL_TIME_FILE: drilled });
    expect(readFileSync(drilled, "utf8")).toMatch(/^tree_drill_last_success_timestamp_seconds \d{10}\n$/);
    expect(drill).toMatchObject({ status: 0, said: expect.stringMatching(/All [1-9]\d* messages can be decrypted/) });
  },
  TIMEOUT_MS,
);

/** The command that the guide gives this variable, with folders of this machine instead of the other machine's. */
function documented(variable: string, from: string, to: string): string {
  const [, command = ""] = GUIDE.match(new RegExp(`^ *${variable}=(.*)$`, "m")) ?? [];
  return command.replace("/var/lib/tree-gifting-backups", from).replace("tree-backup@other:/", `${to}/`);
}

/** Runs the script with which the other machine deletes old copies. No test can set a ctime: `mtime` may stand for it. */
function deleteOld(copies: string, by: "ctime" | "mtime"): void {
  const [, script = ""] = GUIDE.match(/^ *#!\/bin\/sh\n([\s\S]*?)^ *END$/m) ?? [];
  expect(script).toContain("/home/tree-backup/tree-gifting");
  const adapted = script.replace("/home/tree-backup/tree-gifting", copies).replaceAll(" -ctime ", ` -${by} `);
  spawnSync("sh", ["-c", adapted], { encoding: "utf8" });
}

test.skipIf(!Bun.which("rsync"))(
  "the documented commands do not lose the copies with this machine's folder, and delete those older than 30 days (needs rsync)",
  () => {
    const [emptied, other] = [join(folder, "emptied"), join(folder, "other")];
    for (const each of [emptied, other]) mkdirSync(each);
    for (const name of [OLD, "notes.txt"]) writeFileSync(join(other, name), "");
    for (const name of [OLD, "notes.txt"])
      utimesSync(join(other, name), new Date("2026-01-01"), new Date("2026-01-01"));
    deleteOld(other, "mtime");
    expect(readdirSync(other).toSorted()).toEqual(["notes.txt", OLD].toSorted());
    const copy = documented("BACKUP_COPY_COMMAND", emptied, other);
    expect(run("backup", { BACKUP_DIR: emptied, BACKUP_COPY_COMMAND: copy })).toMatchObject({ status: 0 });
    const [written = ""] = readdirSync(emptied);
    expect(readdirSync(other)).toContain(OLD);
    // An intruder who can add copies can also set their mtime.
    deleteOld(other, "ctime");
    expect(readdirSync(other)).toContain(OLD);
    deleteOld(other, "mtime");
    expect(readdirSync(other).toSorted()).toEqual(["notes.txt", written].toSorted());
    const fetched = run("drill", { BACKUP_FETCH_COMMAND: documented("BACKUP_FETCH_COMMAND", emptied, other) });
    expect(fetched).toMatchObject({ status: 0, said: expect.stringContaining(written) });
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
