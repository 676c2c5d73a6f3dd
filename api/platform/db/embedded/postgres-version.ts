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
  const folder = dirname(cluster);
  throw new CannotStart(
    `Postgres ${made} made the database in ${folder}, and this version brings Postgres ${ours}, which cannot read it. \
In the folder of the version that ran before, run: DATA_DIR=${folder} npm run backup -- ${folder}.backup
Then, in this one:
  mkdir -m 700 ${folder}-${ours} && cp -p ${folder}/*.key ${folder}-${ours}/
  DATA_DIR=${folder}-${ours} npm run restore -- ${folder}.backup
and start with DATA_DIR=${folder}-${ours}.`,
  );
}

/** Null if there is no cluster yet, or if Postgres itself has to say what is wrong with it. */
function majorOf(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, "PG_VERSION"), "utf8").match(/^(\d+)\s*$/)?.[1] ?? null;
  } catch {
    return null;
  }
}
