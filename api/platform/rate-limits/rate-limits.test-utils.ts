import { RATE_POLICIES, type RatePolicy } from "#contract/rate-limits";
import { type Answer, type TestApp, testAppOn } from "../../app.test-utils.ts";
import type { Settings } from "../../app.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { testDatabase } from "../db/db.test-utils.ts";

export type Replicas = Awaited<ReturnType<typeof testReplicas>>;
type Replica = Pick<TestApp, "ask">;

const INTERNAL_KEY = "what the site and the API share in tests";
export const NOON = "2026-11-30T12:00:00Z";

/** Returns the time this many milliseconds after noon. */
export const afterNoon = (ms: number) => new Date(Date.parse(NOON) + ms);

/**
 * Starts two replicas of the API on one database, each with its own connections; limits are on, and both clocks show
 * the same time.
 */
export async function testReplicas(settings: Partial<Settings> = {}) {
  const { url, database, close } = await testDatabase();
  const pools: Database[] = [];
  const pool = (connections?: number) => {
    const opened = openDatabase(url, connections);
    pools.push(opened);
    return opened;
  };
  const replica = () =>
    testAppOn(pool(), { ratePolicies: RATE_POLICIES, internalKey: INTERNAL_KEY, ...settings }, pool(3));
  const [one, other] = [replica(), replica()];
  return {
    one,
    other,
    /** Returns the replica that request number `i` reaches. */
    either: (i: number) => (i % 2 === 0 ? one : other),
    database,
    setTime: (moment: string | Date) => {
      for (const each of [one, other]) each.setTime(moment);
    },
    close: async () => {
      // A connection cut by a test would wait for its response until the timeout.
      await Promise.all(pools.map((pool) => pool.$client.end({ timeout: 1 })));
      await close();
    },
  };
}

/** A visitor of the site at that address; the site forwards their requests to a replica. */
export function visitorAt(address: string) {
  const proof = { "x-internal-key": INTERNAL_KEY, "x-visitor-address": address };
  const ask = <Data>({ ask }: Replica, path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    ask<Data>(path, { ...init, headers: { ...proof, ...init.headers } });
  return {
    ask,
    get: <Data>(replica: Replica, path: string, headers: Record<string, string> = {}): Promise<Answer<Data>> =>
      ask<Data>(replica, path, { headers }),
    post: <Data>(replica: Replica, path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask<Data>(replica, path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  };
}

let policies = 0;
/** Returns a policy that no other test counts against; its window is a minute by default. */
export function aPolicy(quota: number, windowSeconds = 60): RatePolicy {
  policies += 1;
  return { name: `policy-${policies}`, quota, windowSeconds };
}

/** Computes the bounds for a hit from a plain log of earlier hits: with 60 slots, a window is accurate to one slot. */
export function judgedByLog(log: readonly number[], now: number, { quota, windowSeconds }: RatePolicy) {
  const windowMs = windowSeconds * 1000;
  const within = (ms: number) => log.filter((taken) => now - taken < ms).length;
  const [surely, perhaps] = [within(windowMs - windowMs / 60), within(windowMs)];
  return { mustBeFree: perhaps < quota, mustBeOver: surely >= quota, usedBefore: { least: surely, most: perhaps } };
}
