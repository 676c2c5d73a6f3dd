import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { OperatorError } from "../../../shared/operator-error.ts";
import { connect } from "./connect.ts";
import { chooseAccount } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { createCluster } from "./embedded/cluster.ts";
import { isAlive, isGoneWithin, readPidFile } from "./embedded/leftover.ts";
import { settings } from "./embedded/settings.ts";
import { makeSocketFolder } from "./embedded/socket.ts";
import { makeDataFolder, startEmbeddedPostgres } from "./embedded.ts";

// A first start writes about 40 MB to disk.
setDefaultTimeout(30_000);

const folder = realpathSync(mkdtempSync(join(tmpdir(), "embedded-")));
const dataDir = join(folder, "data");
const cluster = join(dataDir, "postgres");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("creates a database at the first start, and finds its rows at later starts", async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await ask(first.url, "create table gifts (name text unique, size uuid); insert into gifts values ('golden star')");
  await first.stop();
  expect(existsSync(join(cluster, "postmaster.pid"))).toBe(false);

  const second = await startEmbeddedPostgres({ dataDir });
  expect(await ask(second.url, "select name from gifts")).toEqual([{ name: "golden star" }]);
  await second.stop();
});

test("listens only on its private socket, and writes every commit to disk", async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  expect(await ask(url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
  expect(await ask(url, "show fsync")).toEqual([{ fsync: "on" }]);
  expect(await ask(url, "show data_checksums")).toEqual([{ data_checksums: "on" }]);
  await stop();
});

test("lets the service's role do what it likes in its database, and nothing else", async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  const rights = ["super", "createdb", "createrole", "replication", "bypassrls"].map((right) => `rol${right}`);
  const [role] = await ask(url, `select ${rights} from pg_roles where rolname = current_user`);
  expect(role).toEqual(Object.fromEntries(rights.map((right) => [right, false])));
  expect(await ask(url, "select from pg_auth_members where member = current_user::regrole")).toEqual([]);
  for (const forbidden of [
    "copy gifts to program 'cat > /dev/null'",
    "copy gifts from '/etc/hostname'",
    "create role another",
    "create database another",
    "alter system set log_statement = 'all'",
  ])
    await expect(ask(url, forbidden)).rejects.toThrow("permission denied");
  await ask(url, "create schema more; drop schema more");
  await stop();
});

test("refuses a second start on the same folder, and names the process that holds it", async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  const here = startEmbeddedPostgres({ dataDir });
  await expect(here).rejects.toThrow(OperatorError);
  await expect(here).rejects.toThrow(`Process ${process.pid} already runs the database`);

  const elsewhere = await runStarter(dataDir);
  expect(elsewhere.words).toContain(`Process ${process.pid} already runs the database`);
  expect(await ask(url, "select name from gifts")).toEqual([{ name: "golden star" }]);
  await stop();
});

test("writes no row data to the Postgres log, whatever error a statement causes", async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  await expect(ask(url, "insert into gifts values ('golden star')")).rejects.toThrow("duplicate key");
  await expect(ask(url, "insert into gifts values ('candy-cane', 'mistletoe')")).rejects.toThrow("mistletoe");
  const sql = connect(url, { max: 1 });
  await expect(sql`insert into gifts values (${"golden star"})`.execute()).rejects.toThrow("duplicate key");
  await sql.end();
  await stop();
  expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).not.toMatch(/golden|candy-cane|mistletoe|insert/i);
});

test("stops Postgres if its starter is killed", async () => {
  const starter = await runStarter(dataDir);
  const pid = runningPid();
  expect(isAlive(pid)).toBe(true);
  await starter.kill();
  expect(await isGoneWithin(pid, 5_000)).toBe(true);
});

test("finds the rows at the next start after everything was killed at once", async () => {
  const starter = await runStarter(dataDir);
  await ask(starter.words, "insert into gifts values ('sock')");
  const pid = runningPid();
  process.kill(pid, "SIGKILL");
  await starter.kill();
  expect(existsSync(join(cluster, "postmaster.pid"))).toBe(true);

  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  expect(await ask(url, "select name from gifts order by name")).toEqual([{ name: "golden star" }, { name: "sock" }]);
  await stop();
});

test("stops and restarts a Postgres that lost both its starter and its guard", async () => {
  const binaries = findBinaries();
  const account = chooseAccount(binaries.postgres, dataDir, cluster);
  const { prefix, uid, gid } = account;
  const socket = makeSocketFolder(dataDir, account);
  const [file = "", ...args] = [...prefix, binaries.postgres, "-D", cluster, ...settings(socket.path)];
  const orphan = spawn(file, args, { uid, gid, detached: true, stdio: "ignore" });
  while (!readPidFile(cluster).isReady) await Bun.sleep(10);

  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  expect(readPidFile(cluster).pid).not.toBe(orphan.pid);
  expect(orphan.exitCode ?? (await once(orphan, "exit"))).toBeDefined();
  expect(await ask(url, "select count(*)::int from gifts")).toEqual([{ count: 2 }]);
  await stop();
});

test("starts despite a stale pid file whose pid now belongs to another process", async () => {
  const starter = await runStarter(dataDir);
  const pidFile = readFileSync(join(cluster, "postmaster.pid"), "utf8");
  const pid = runningPid();
  process.kill(pid, "SIGKILL");
  await starter.kill();
  await isGoneWithin(pid, 5_000);
  const stranger = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
  writeFileSync(join(cluster, "postmaster.pid"), pidFile.replace(String(pid), String(stranger.pid)));

  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  expect(await ask(url, "select count(*)::int from gifts")).toEqual([{ count: 2 }]);
  expect(stranger.exitCode).toBe(null);
  stranger.kill();
  await stop();
});

test("reports once if Postgres exits by itself", async () => {
  const ended = Promise.withResolvers<void>();
  await startEmbeddedPostgres({ dataDir, onExit: ended.resolve });
  process.kill(runningPid(), "SIGINT");
  await ended.promise;
  const { stop } = await startEmbeddedPostgres({ dataDir });
  await stop();
});

test("starts in a folder whose path is too long for a socket", async () => {
  const long = join(folder, "a, folder with a long name ".repeat(6), "data");
  mkdirSync(long, { recursive: true });
  const { url, stop } = await startEmbeddedPostgres({ dataDir: long });
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
});

test("refuses an unusable data folder with one sentence", async () => {
  const here = startEmbeddedPostgres({ dataDir: import.meta.path });
  await expect(here).rejects.toThrow("is not a folder, or is inside a file: choose another one with DATA_DIR.");
});

test("refuses a folder with the files of others, and leaves it as it is", async () => {
  const foreign = join(folder, "photos");
  mkdirSync(foreign);
  writeFileSync(join(foreign, "tree.jpg"), "");
  await expect(startEmbeddedPostgres({ dataDir: foreign })).rejects.toThrow(
    `The data folder ${foreign} holds other files, such as tree.jpg: choose an empty folder, or one that does not exist yet, with DATA_DIR.`,
  );
  expect(readdirSync(foreign)).toEqual(["tree.jpg"]);
});

test("says whose a folder must be that it cannot write to", () => {
  expect(() => makeDataFolder("/proc/data")).toThrow(
    `make this user its owner (chown -R ${process.getuid?.()} /proc/data;`,
  );
});

test("takes an empty disk, also with empty folders, and a folder that an operator put a key into", () => {
  const disk = join(folder, "disk");
  for (const name of ["lost+found", "backups"]) mkdirSync(join(disk, name), { recursive: true });
  expect(makeDataFolder(disk)).toBe(disk);
  writeFileSync(join(disk, "backups/tree.backup"), "");
  expect(() => makeDataFolder(disk)).toThrow(`${disk} holds other files, such as backups: choose an empty folder`);
  const prepared = join(folder, "prepared");
  mkdirSync(prepared);
  for (const name of ["message.key", "notes.txt"]) writeFileSync(join(prepared, name), "");
  expect(makeDataFolder(prepared)).toBe(prepared);
});

test("creates a database with programs and in a folder whose paths a shell would change", async () => {
  const { initdb } = findBinaries();
  const native = join(folder, "a$b `c", "native");
  cpSync(dirname(dirname(initdb)), native, { recursive: true, verbatimSymlinks: true });
  const binaries = { initdb: join(native, "bin/initdb"), postgres: join(native, "bin/postgres") };
  const data = makeDataFolder(join(folder, "data of $b"));
  const path = join(data, "postgres");
  await createCluster(binaries, chooseAccount(binaries.postgres, data, path), data, path);
  expect(readFileSync(join(path, "PG_VERSION"), "utf8")).toBe("18\n");
});

test("leaves nothing behind if the database cannot be created, as on a full disk", async () => {
  const { initdb, postgres } = findBinaries();
  const failing = join(folder, "failing-postgres");
  writeFileSync(failing, `#!/bin/sh\nsed 's/ OWNER tree/ OWNER nobody/' | "${postgres}" "$@"\n`, { mode: 0o755 });
  const data = makeDataFolder(join(folder, "half"));
  const path = join(data, "postgres");
  const created = createCluster({ initdb, postgres: failing }, chooseAccount(postgres, data, path), data, path);
  await expect(created).rejects.toThrow('The database could not be created (role "nobody" does not exist)');
  expect(readdirSync(data)).toEqual([]);
});

function runningPid(): number {
  const { pid } = readPidFile(cluster);
  // Signaling pid 0 would hit the tests themselves.
  if (!pid) throw new Error("Postgres is not running.");
  return pid;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const sql = connect(url, { max: 1 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}

/** Starts Postgres in a child process that prints the URL, or the error message. */
async function runStarter(dataDir: string): Promise<{ words: string; kill(): Promise<void> }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dir, "embedded.ts"))};
    startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
      .then(({ url }) => console.log(url), (error) => console.log(error.message));
  `;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const words = await new Promise<string>((resolve) =>
    child.stdout.once("data", (chunk) => resolve(String(chunk).trim())),
  );
  return {
    words,
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
