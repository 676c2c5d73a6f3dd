import { atTheEnd } from "../../../bench/stopping.ts";
import { databaseUrlOf, newDataDir, removeDataDir } from "../../running-service.ts";
import { newOwner, plantTree } from "../../visitors.ts";
import { during, longestOf, statusesOf } from "./attempts.ts";
import { openDatabaseWay } from "./database-way.ts";
import type { Fault, Field, Trouble, Wanted } from "./fault.ts";
import { judge } from "./judge.ts";
import { newLeaks } from "./leaks.ts";
import type { Attempt } from "./letters.ts";
import { startLoad } from "./load.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { readAll } from "./read-all.ts";
import { supervise } from "./supervised.ts";
import { byApi } from "./ways-to-send.ts";

export type Result = {
  fault: string;
  at: string;
  seconds: number;
  posts: number;
  acknowledged: number;
  inDatabase: number;
  lost: number;
  doubled: number;
  leaked: number;
  longestMs: number;
  meanwhile: string;
  recoveredAfterMs: number | null;
  told: string;
  /** Why it does not hold; empty where all is well. */
  broken: string[];
};

const TREES = 4;
const SENDERS = 16;
const BEFORE_MS = 3000;
const AFTER_MS = 2000;
const BACK_WITHIN_MS = 60_000;

/** Starts the service, has people post, makes the trouble, waits for what comes after it, and judges. Null: cannot be done here. */
export async function runFault(fault: Fault, seconds: number, say: (sentence: string) => void): Promise<Result | null> {
  const { database = "embedded", by = byApi, senders = SENDERS, variables = {}, folder } = fault.place ?? {};
  if (fault.place?.isPossible?.() === false) return null;
  const place = folder ? folder() : ownFolder();
  if (!place) return null;
  const endings: (() => unknown)[] = [place.remove];
  const end = atTheEnd(async () => {
    for (const ending of endings.splice(0).reverse()) await ending();
  });
  try {
    const dataDir = place.path;
    const apart = database === "embedded" ? null : ownFolder();
    if (apart) endings.push(apart.remove);
    const postgres = apart && (await startOwnPostgres(apart.path));
    if (postgres) endings.push(() => postgres.stop());
    const way = postgres && database === "way" ? await openDatabaseWay(postgres.socket) : null;
    if (way) endings.push(() => way.close());
    const elsewhere = postgres && { DATABASE_URL: (way ?? postgres).url, MESSAGE_KEY: newKey() };
    const service = await supervise(dataDir, { RATE_LIMITS: "off", ...elsewhere, ...variables });
    endings.push(() => service.stop());

    const cookie = await newOwner(service.site);
    const planted = Array.from({ length: TREES }, () => plantTree(service.site, { owner: cookie }));
    const shareCodes = (await Promise.all(planted)).map(({ code }) => code);
    const leaks = newLeaks();
    const load = startLoad(by({ ...service, look: leaks.look }), shareCodes, senders);
    leaks.lookFor(load.marker);
    const now = () => performance.now();
    await Bun.sleep(senders ? BEFORE_MS : 0);
    say(`${load.letters.length} letters are written; now: ${fault.does}`);
    const { look } = leaks;
    const field: Field = { service, load, shareCodes, cookie, dataDir, seconds, postgres, way, now, say, look };
    const trouble = await fault.trouble(field);
    const recoveredAfterMs = senders ? await recovery(load.attempts, trouble) : null;
    await Bun.sleep(senders ? AFTER_MS : 0);
    await load.settle();

    const found = await readAll(service.api, cookie, shareCodes, postgres?.url ?? databaseUrlOf(dataDir));
    await leaks.lookAround(service, shareCodes);
    const code = await service.stop();
    leaks.look("what the service wrote", service.output());
    leaks.lookInFiles([dataDir, ...(apart ? [apart.path] : [])]);

    const judgement = judge(load.letters, found.gifts);
    const all = { letters: load.letters, attempts: load.attempts, trouble, recoveredAfterMs, code };
    const broken = brokenIn(fault, { ...all, ...judgement, ...found, leaks: leaks.found });
    return {
      fault: fault.name,
      at: new Date().toISOString(),
      seconds,
      posts: load.letters.length,
      acknowledged: judgement.acknowledged,
      inDatabase: found.inDatabase,
      lost: judgement.lost,
      doubled: judgement.doubled,
      leaked: leaks.found.length,
      longestMs: longestOf(load.attempts),
      meanwhile: statusesOf(during(load.attempts, trouble.from, trouble.until + (recoveredAfterMs ?? 0))),
      recoveredAfterMs,
      told: broken.length === 0 ? (trouble.told ?? "") : "",
      broken,
    };
  } finally {
    await end();
  }
}

type Judged = ReturnType<typeof judge> &
  Awaited<ReturnType<typeof readAll>> & {
    letters: readonly { ids: Set<string> }[];
    attempts: readonly Attempt[];
    trouble: Trouble;
    recoveredAfterMs: number | null;
    code: number | null;
    leaks: readonly string[];
  };

function brokenIn({ place }: Fault, judged: Judged): string[] {
  const { lost, doubled, strange, inDatabase, gifts, giftCount, leaks, code } = judged;
  const undelivered = judged.letters.filter(({ ids }) => ids.size === 0).length;
  const errors = judged.attempts.filter(({ status }) => status === 500).length;
  const must: Wanted[] = [
    { that: "nothing that was acknowledged is lost", isSo: lost === 0, measured: `${lost} are` },
    { that: "nothing hangs twice", isSo: doubled === 0, measured: `${doubled} do` },
    { that: "only what was written hangs, and opens", isSo: strange === 0, measured: `${strange} do not` },
    {
      that: "owner, database and count agree",
      isSo: inDatabase === gifts.length && giftCount === gifts.length,
      measured: `${gifts.length}, ${inDatabase} and ${giftCount}`,
    },
    { that: "no text is where it must not be", isSo: leaks.length === 0, measured: leaks.join(", ") },
    { that: "every letter arrives in the end", isSo: undelivered === 0, measured: `${undelivered} did not` },
    { that: "no post is answered 500", isSo: errors === 0, measured: `${errors} were` },
    {
      that: "the service serves again",
      isSo: judged.recoveredAfterMs !== null || place?.senders === 0,
      measured: "it did not",
    },
    { that: "the service stops with 0 in the end", isSo: code === 0, measured: String(code) },
    ...judged.trouble.wanted,
  ];
  return must.filter(({ isSo }) => !isSo).map(({ that, measured }) => `${that}: ${measured}`);
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

const newKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
