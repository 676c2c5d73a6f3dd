import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CannotStart } from "./cannot-start.ts";

/** Throws CannotStart if another major version of Postgres made the cluster: it reads only its own files. */
export function refuseOtherMajor(postgres: string, cluster: string): void {
  const made = majorOf(cluster);
  if (made === null) return;
  const ours = spawnSync(postgres, ["--version"], { encoding: "utf8" }).stdout?.match(/\(PostgreSQL\) (\d+)/)?.[1];
  if (ours === undefined || made === ours) return;
  const path = dirname(cluster);
  const [folder, backup, next] = [path, `${path}.backup`, `${path}-${ours}`].map(forShell);
  throw new CannotStart(
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
