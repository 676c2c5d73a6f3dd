import { startPair } from "../../../api/db/testing-pair.ts";
import { atTheEnd } from "../../../bench/stopping.ts";
import { databaseUrlOf, newDataDir, removeDataDir } from "../../running-service.ts";
import { newOwner, plantTree } from "../../visitors.ts";
import { openDatabaseWay } from "./database-way.ts";
import type { Fault, Field, Trouble } from "./fault.ts";
import { newLeaks } from "./leaks.ts";
import type { Attempt } from "./letters.ts";
import { startLoad } from "./load.ts";
import { openOtherMachine } from "./other-machine.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { readAll } from "./read-all.ts";
import { FIRST_PORT, supervise } from "./supervised.ts";
import { type Verdict, verdictOn } from "./verdict.ts";
import { byApi } from "./ways-to-send.ts";

export type Result = Verdict & { fault: string; at: string; seconds: number };
/** Something to be done at the end; what was begun last ends first. */
type Ending = () => unknown;

const TREES = 4;
const SENDERS = 16;
const BEFORE_MS = 3000;
const AFTER_MS = 2000;
const BACK_WITHIN_MS = 60_000;

/** Starts the service, has people post, makes the trouble, waits for what comes after it, and judges. Null: cannot be done here. */
export async function runFault(fault: Fault, seconds: number, say: (sentence: string) => void): Promise<Result | null> {
  const { isPossible = () => true, folder = ownFolder, by = byApi, senders = SENDERS } = fault.place ?? {};
  const place = isPossible() ? folder() : null;
  if (!place) return null;
  const endings: Ending[] = [place.remove];
  const end = atTheEnd(async () => {
    for (const ending of endings.splice(0).reverse()) await ending();
  });
  try {
    const dataDir = place.path;
    const database = await startDatabase(fault, endings);
    if (!database) return null;
    const { postgres, pair, way, otherMachine, variables } = database;
    const service = await supervise(dataDir, { RATE_LIMITS: "off", ...variables, ...fault.place?.variables });
    endings.push(() => service.stop());
    const cookie = await newOwner(service.site);
    const planted = Array.from({ length: TREES }, () => plantTree(service.site, { owner: cookie }));
    const shareCodes = (await Promise.all(planted)).map(({ code }) => code);

    const { look, ...leaks } = newLeaks();
    const load = startLoad(by({ ...service, look }), shareCodes, senders);
    leaks.lookFor(load.marker);
    await Bun.sleep(BEFORE_MS);
    say(`${load.letters.length} letters are written; now: ${fault.does}`);
    const now = () => performance.now();
    const world = { service, load, shareCodes, cookie, dataDir, variables, postgres, pair, way, otherMachine };
    const field: Field = { ...world, seconds, now, say, look };
    const trouble = await fault.trouble(field);
    const recoveredAfterMs = await recovery(load.attempts, trouble);
    await Bun.sleep(AFTER_MS);
    await load.settle();

    const apart = pair ?? otherMachine ?? postgres;
    const databaseUrl = (pair?.second ?? apart)?.url ?? databaseUrlOf(dataDir);
    const found = await readAll(service.api, cookie, shareCodes, databaseUrl);
    await leaks.lookAround(service, shareCodes);
    const code = await service.stop();
    look("what the service wrote", service.output());
    leaks.lookInFiles([dataDir, ...(apart ? [apart.dataDir] : [])]);
    const { letters, attempts } = load;
    const verdict = verdictOn({ letters, attempts, trouble, recoveredAfterMs, found, leaks: leaks.found, code });
    return { fault: fault.name, at: new Date().toISOString(), seconds, ...verdict };
  } finally {
    await end();
  }
}

/** Nothing where the starter brings its own; null where it cannot be had here. */
async function startDatabase({ place }: Fault, endings: Ending[]) {
  const variables: Record<string, string> = {};
  const none = { postgres: null, pair: null, way: null, otherMachine: null, variables };
  if (!place?.database) return none;
  const { path, remove } = ownFolder();
  endings.push(remove);
  variables.MESSAGE_KEY = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  if (place.database === "pair") {
    const pair = await startPair(path, [FIRST_PORT + 8, FIRST_PORT + 9]);
    endings.push(pair.stop);
    variables.DATABASE_URL = pair.url;
    return { ...none, pair };
  }
  if (place.database === "other-machine") {
    const otherMachine = await openOtherMachine(path, FIRST_PORT + 8);
    if (!otherMachine) return null;
    endings.push(otherMachine.stop);
    Object.assign(variables, { DATABASE_URL: otherMachine.url, SESSION_SECRET: crypto.randomUUID() });
    return { ...none, otherMachine };
  }
  const postgres = await startOwnPostgres(path);
  endings.push(() => postgres.stop());
  const way = place.database === "way" ? await openDatabaseWay(postgres.socket) : null;
  endings.push(() => way?.close());
  variables.DATABASE_URL = (way ?? postgres).url;
  return { ...none, postgres, way };
}

/** From the trouble's end to the first gift that was sent after it and hung. */
async function recovery(attempts: readonly Attempt[], { until }: Trouble): Promise<number | null> {
  for (const end = performance.now() + BACK_WITHIN_MS; performance.now() < end; await Bun.sleep(50)) {
    const arrivals = attempts.filter(({ at, status }) => at >= until && status === 201).map(({ at, ms }) => at + ms);
    if (arrivals.length > 0) return Math.min(...arrivals) - until;
  }
  return null;
}

function ownFolder() {
  const path = newDataDir();
  return { path, remove: () => removeDataDir(path) };
}
