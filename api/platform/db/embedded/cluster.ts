import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { OperatorError } from "../../../../shared/operator-error.ts";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { complaintIn } from "./log-file.ts";

const UNFINISHED = "postgres.unfinished-";

/**
 * Creates the cluster with an empty database "tree", completely or not at all: it gets its final name as the last step.
 * The database's owner, which the service connects as, is no superuser: those can read files and run programs. In
 * clusters of 1.1.0 it is the first superuser, from whom Postgres takes that right no more.
 */
export async function createCluster(binaries: Binaries, account: Account, folder: string, cluster: string) {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const unfinished = mkdtempSync(join(folder, UNFINISHED));
  if (account.uid !== undefined && account.gid !== undefined) chownSync(unfinished, account.uid, account.gid);
  try {
    await withPlainPath(binaries, ({ initdb }) =>
      run(account, unfinished, [initdb, `--pgdata=${unfinished}`, ...initdbOptions]),
    );
    await run(
      account,
      unfinished,
      [binaries.postgres, "--single", "-c", "exit_on_error=on", "-D", unfinished, "postgres"],
      "CREATE ROLE tree LOGIN\nCREATE DATABASE tree OWNER tree\n",
    );
    renameSync(unfinished, cluster);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The same collation and case rules on every system, whatever its locales; access only through the private socket. */
const initdbOptions = [
  "--username=postgres",
  "--encoding=UTF8",
  "--no-locale",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
  "--auth-local=trust",
  "--auth-host=reject",
  "--no-instructions",
];

function run(account: Account, cwd: string, command: string[], input = ""): Promise<void> {
  const [file = "", ...args] = [...account.prefix, ...command];
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      uid: account.uid,
      gid: account.gid,
      // Detached from the terminal's Ctrl-C: it takes less than a second, and the starter waits for it.
      detached: true,
      env: postgresEnvironment(),
      stdio: ["pipe", "pipe", "pipe"],
    });
    let words = "";
    child.stdout.on("data", (chunk) => (words += chunk));
    child.stderr.on("data", (chunk) => (words += chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve();
      reject(
        new OperatorError(
          `The database could not be created (${complaintIn(words)}): fix the cause, or set DATABASE_URL.`,
        ),
      );
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/**
 * Returns an environment without the service's variables: some are secrets, and PG* ones would change what Postgres
 * does.
 */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" };
}

/** initdb passes the path of the other programs to a shell in double quotes, where these have a meaning. */
const HAS_MEANING = /[$`"\\]/;

/** Calls `use` with programs whose path is safe for initdb: a temporary copy, if theirs is not. */
async function withPlainPath<T>(binaries: Binaries, use: (plain: Binaries) => Promise<T>): Promise<T> {
  const native = dirname(dirname(binaries.initdb));
  if (!HAS_MEANING.test(native)) return await use(binaries);
  const copy = mkdtempSync(join(tmpdir(), "tree-gifting-postgres-"));
  try {
    // Postgres's own user reads it, too.
    chmodSync(copy, 0o755);
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    return await use({ initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Throws OperatorError if another major version of Postgres made the cluster: it reads only its own files. */
export function refuseOtherMajor(postgres: string, cluster: string): void {
  const made = majorOf(cluster);
  if (made === null) return;
  const ours = spawnSync(postgres, ["--version"], { encoding: "utf8" }).stdout?.match(/\(PostgreSQL\) (\d+)/)?.[1];
  if (ours === undefined || made === ours) return;
  const path = dirname(cluster);
  const [folder, backup, next] = [path, `${path}.backup`, `${path}-${ours}`].map(forShell);
  throw new OperatorError(
    `Postgres ${made} made the database in ${path}, and this version brings Postgres ${ours}, which cannot read it. \
In the folder of the version that ran before, run: DATA_DIR=${folder} npm run backup -- ${backup}
Then, in this one:
  mkdir -m 700 ${next} && cp -p ${folder}/*.key ${next}/
  DATA_DIR=${next} npm run restore -- ${backup}
and start with DATA_DIR=${next}.`,
  );
}

/** A path as a shell takes it: in quotes, unless nothing in it needs them. */
function forShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Null if there is no cluster yet, or if Postgres itself has to say what is wrong with it. */
function majorOf(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, "PG_VERSION"), "utf8").match(/^(\d+)\s*$/)?.[1] ?? null;
  } catch {
    return null;
  }
}
