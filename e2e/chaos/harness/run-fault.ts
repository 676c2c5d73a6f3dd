import { databaseUrlOf } from "../../../test-support/running-service.ts";
import { atTheEnd } from "../../../test-support/stopping.ts";
import { createTree, newOwner } from "../../fixtures/visitors.ts";
import { type Ending, ownFolder, startDatabase } from "./database.ts";
import type { Fault, Field, Trouble } from "./fault.ts";
import { newLeaks } from "./leaks.ts";
import type { Attempt } from "./letters.ts";
import { startLoad } from "./load.ts";
import { readAll } from "./read-all.ts";
import { supervise } from "./supervised.ts";
import { type Verdict, verdictOn } from "./verdict.ts";
import { byApi } from "./ways-to-send.ts";

export type Result = Verdict & { fault: string; at: string; seconds: number };

const TREES = 4;
const SENDERS = 16;
const BEFORE_MS = 3000;
const AFTER_MS = 2000;
const BACK_WITHIN_MS = 60_000;

/**
 * Starts the service and the senders, causes the trouble, waits for recovery, and judges. Returns null if this machine
 * does not allow it.
 */
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
    const database = await startDatabase(fault.place?.database, endings);
    if (!database) return null;
    const { variables, apart } = database;
    const service = await supervise(dataDir, { RATE_LIMITS: "off", ...variables, ...fault.place?.variables });
    endings.push(() => service.stop());
    const cookie = await newOwner(service.site);
    const planted = Array.from({ length: TREES }, () => createTree(service.site, { owner: cookie }));
    const shareCodes = (await Promise.all(planted)).map(({ code }) => code);

    const { look, ...leaks } = newLeaks();
    const load = startLoad(by({ ...service, look }), shareCodes, senders);
    leaks.lookFor(load.marker);
    await Bun.sleep(BEFORE_MS);
    say(`${load.letters.length} gifts sent; now: ${fault.does}`);
    const now = () => performance.now();
    const field: Field = { ...database, service, load, shareCodes, cookie, dataDir, seconds, now, say, look };
    const trouble = await fault.trouble(field);
    const recoveredAfterMs = await recovery(load.attempts, trouble);
    await Bun.sleep(AFTER_MS);
    await load.settle();

    const found = await readAll(service.api, cookie, shareCodes, apart?.url() ?? databaseUrlOf(dataDir));
    await leaks.lookAround(service, shareCodes);
    const code = await service.stop();
    look("the service's output", service.output());
    leaks.lookInFiles([dataDir, ...(apart ? [apart.dataDir] : [])]);
    const { letters, attempts } = load;
    const verdict = verdictOn({ letters, attempts, trouble, recoveredAfterMs, found, leaks: leaks.found, code });
    return { fault: fault.name, at: new Date().toISOString(), seconds, ...verdict };
  } finally {
    await end();
  }
}

/** The time from the trouble's end to the first acknowledged gift that was sent after it. */
async function recovery(attempts: readonly Attempt[], { until }: Trouble): Promise<number | null> {
  for (const end = performance.now() + BACK_WITHIN_MS; performance.now() < end; await Bun.sleep(50)) {
    const arrived = attempts.filter(({ at, status }) => at >= until && status === 201);
    const first = arrived.reduce((earliest, { at, ms }) => Math.min(earliest, at + ms), Number.POSITIVE_INFINITY);
    if (arrived.length > 0) return first - until;
  }
  return null;
}
