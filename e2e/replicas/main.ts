import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../../api/platform/db/embedded.ts";
import { atTheEnd, endAll, isAskedToStop } from "../../test-support/stopping.ts";
import { cacheInFront } from "./cache-in-front.ts";
import type { Check, Place } from "./check.ts";
import { httpsCaddy, httpsHaproxy, httpsNginx } from "./https.ts";
import { limitsBehindHaproxy, limitsBehindNginx } from "./limits-behind.ts";
import { pooler } from "./pooler.ts";
import { hasProgram } from "./programs.ts";
import { rollingHaproxy, rollingNginx } from "./rolling-restart.ts";

/** npm run replicas: several processes, as operators run them behind the system's own proxies and poolers. */

const CHECKS: readonly Check[] = [
  cacheInFront,
  limitsBehindNginx,
  limitsBehindHaproxy,
  rollingNginx,
  rollingHaproxy,
  pooler,
  httpsNginx,
  httpsHaproxy,
  httpsCaddy,
];
const FIRST_PORT = Number(process.env.REPLICAS_PORT || 5800);

try {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      only: { type: "string", multiple: true },
      rounds: { type: "string", default: "1" },
      pause: { type: "string", default: "0" },
    },
  });
  process.exitCode = await runAll(values.only ?? [], { rounds: Number(values.rounds), pauseMs: Number(values.pause) });
} catch (error) {
  if (!isAskedToStop()) console.error(error);
  process.exitCode = 1;
} finally {
  await endAll();
}
process.exit();

type Wishes = Pick<Place, "rounds" | "pauseMs">;

async function runAll(only: readonly string[], input: Wishes): Promise<number> {
  const counts = { held: 0, broken: 0, notRun: 0 };
  for (const check of CHECKS.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const missing = check.needs.filter((name) => !hasProgram(name));
    if (missing.length > 0) {
      counts.notRun += 1;
      console.log(
        `${check.name}: NOT RUN, because ${missing.join(" and ")} is not installed. That is not the same as held.`,
      );
      continue;
    }
    console.log(`${check.name}: ${check.does}`);
    const isHeld = await runOne(check, input);
    counts[isHeld ? "held" : "broken"] += 1;
  }
  console.log(`${counts.held} held, ${counts.broken} did not, ${counts.notRun} not run`);
  return counts.broken === 0 ? 0 : 1;
}

async function runOne(check: Check, input: Wishes): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "tree-replicas-"));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  // PgBouncer and nginx's workers do not run as root.
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "data") });
  atTheEnd(postgres.stop);
  const say = (sentence: string) => console.log(`  ${sentence}`);
  const place = { folder, port: FIRST_PORT, databaseUrl: postgres.url, ...input, say };
  try {
    const { summary, expectations } = await check.run(place);
    say(summary);
    for (const { that, isSo, measured } of expectations) say(`${isSo ? "held" : "BROKEN"}: ${that}: ${measured}`);
    return expectations.every(({ isSo }) => isSo);
  } finally {
    await endAll();
  }
}
