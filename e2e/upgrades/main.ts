// Upgrades from the release before, with its data, and goes back to it: `npm run upgrade:test`. Installs that release from this clone's
// history and the npm registry into a temporary folder, and takes some minutes.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { greeted, type Service, startSecondApi, startService, stop } from "../../test-support/running-service.ts";
import { check, exitCode } from "./check.ts";
import { findThings, type Left, leaveThings, useOldProcess } from "./people.ts";
import { installPrevious, migrateLikeOlder, run, withPostgres } from "./previous-release.ts";
import { schemaOf } from "./schema.ts";

const ROOT = join(import.meta.dir, "../..");
const BUN = process.execPath;
/** All releases of the package are marked as beta, so no range finds them. */
const OLDER_POSTGRES = { major: "17", version: "17.10.0-beta.17" };
const LIMITS_OFF = { RATE_LIMITS: "off", LOG_LEVEL: "warn" };

const folder = mkdtempSync(join(tmpdir(), "tree-upgrade-"));
try {
  console.log("Installing the release before.");
  const release = installPrevious(folder);
  await onItsData(release);
  await fromBeforeIt(release);
  await besideIt(release);
  await fromItsBackup(release);
  console.log(`Installing Postgres ${OLDER_POSTGRES.major} for the release before.`);
  withPostgres(release, OLDER_POSTGRES.version);
  await fromOtherMajor(release);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode());

async function onItsData(release: string): Promise<void> {
  console.log("This version on the data folder of the release before:");
  const data = join(folder, "data");
  const left = await during(data, leaveThings, release);
  const keys = () => ["message.key", "session.key"].map((name) => readFileSync(join(data, name), "utf8")).join();
  const before = keys();
  await during(data, (service) => findThings(service, left, false));
  check("the keys are the same", keys() === before);
  console.log("The release before, started again on the tables of this version:");
  await during(data, (service) => useOldProcess(service, left), release);
  await during(data, (service) => findThings(service, left, false), release);
  console.log("This version, after that:");
  const upgraded = await during(data, async (service) => {
    await findThings(service, left, false);
    return schemaOf(data);
  });
  const empty = join(folder, "empty");
  const fresh = await during(empty, () => schemaOf(empty));
  const differing = [...upgraded, ...fresh].filter((line) => upgraded.includes(line) !== fresh.includes(line));
  for (const line of differing) console.log(`  only one has: ${line}`);
  check(`its ${fresh.length} parts of tables are those of a new database`, differing.length === 0);
}

async function fromBeforeIt(release: string): Promise<void> {
  console.log("A database of a release before that:");
  const data = join(folder, "ancient");
  migrateLikeOlder(release, data);
  const refused = await startService(data, LIMITS_OFF);
  check("this version refuses it with 1", (await refused.ended) === 1);
  check(
    "and says to pass by the release before",
    refused.output().includes("start 1.1.0 on it once, then this version"),
  );
  const left = await during(data, leaveThings, release);
  await during(data, (service) => findThings(service, left, false));
}

/** In a rolling upgrade, processes of the release before run on the migrated tables until they are restarted. */
async function besideIt(release: string): Promise<void> {
  console.log("The release before, still running after an API of this version migrated its tables:");
  const data = join(folder, "rolling");
  await during(
    data,
    async (service) => {
      const left = await leaveThings(service);
      const second = await startSecondApi(data, LIMITS_OFF);
      try {
        await useOldProcess(service, left);
        await findThings({ site: service.site, api: second.api }, left, false);
      } finally {
        await second.stop();
      }
    },
    release,
  );
}

async function fromItsBackup(release: string): Promise<void> {
  console.log("A backup of the release before, restored by this version:");
  const [data, restored] = [join(folder, "backed-up"), join(folder, "restored")];
  const left = await during(data, leaveThings, release);
  await moveByBackup(release, data, restored, left);
}

async function fromOtherMajor(release: string): Promise<void> {
  console.log("A data folder of another Postgres:");
  const [data, moved] = [join(folder, "older"), join(folder, "moved")];
  const left = await during(data, leaveThings, release);
  const version = readFileSync(join(data, "postgres/PG_VERSION"), "utf8").trim();
  check(`it was made by Postgres ${OLDER_POSTGRES.major}`, version === OLDER_POSTGRES.major);
  const refused = await startService(data, LIMITS_OFF);
  check("this version refuses it with 1", (await refused.ended) === 1);
  check("and says how to move it", refused.output().includes(`DATA_DIR=${data} npm run backup`));
  await moveByBackup(release, data, moved, left);
}

/** What the message for another Postgres says to do. */
async function moveByBackup(release: string, data: string, moved: string, left: Left): Promise<void> {
  const file = `${data}.backup`;
  run(release, "env", `DATA_DIR=${data}`, "DATABASE_URL=", "npm", "run", "backup", "--", file);
  mkdirSync(moved, { mode: 0o700 });
  run(ROOT, "sh", "-c", `cp -p '${data}'/*.key '${moved}'/`);
  run(ROOT, "env", `DATA_DIR=${moved}`, "DATABASE_URL=", BUN, "scripts/restore.ts", file);
  await during(moved, (service) => findThings(service, left, true));
}

/** Runs a release, this one by default, on a data folder while `work` uses it. */
async function during<T>(data: string, work: (service: Service) => Promise<T>, root = ROOT): Promise<T> {
  const program = join(root, "node_modules/.bin/bun");
  const service = await greeted(await startService(data, LIMITS_OFF, [program, "scripts/start.ts"], root));
  try {
    return await work(service);
  } finally {
    check("it stops with 0", (await stop(service)) === 0);
  }
}
