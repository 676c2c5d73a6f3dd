import { randomBytes } from "node:crypto";
import { lt } from "drizzle-orm";
import { addDays, type Day } from "#contract/days";
import { RATE_POLICIES } from "#contract/rate-limits";
import { ADDRESS_KEY_KEPT_DAYS } from "#contract/retention";
import { dayIn } from "../../../shared/time-zones.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/client.ts";
import { addressKeys } from "../db/schema.ts";

export type CallerStore = ReturnType<typeof callerStore>;

export function callerStore(database: Database) {
  return {
    /** Keeps a day's proposed key, unless another replica kept one first, and drops older ones. Returns all keys. */
    async keysSince(first: Day, proposed: { day: Day; key: string }) {
      await database.insert(addressKeys).values(proposed).onConflictDoNothing();
      await database.delete(addressKeys).where(lt(addressKeys.day, first));
      return database.select().from(addressKeys);
    },
  };
}

/** The longest window of the rate limits that count addresses. */
const LONGEST_WINDOW_MS = Math.max(
  ...Object.values(RATE_POLICIES)
    .filter(({ name }) => /-per-(address|network)$/.test(name) || name.startsWith("cool-down"))
    .map(({ windowSeconds }) => windowSeconds * 1000),
);

type DayKey = { day: Day; key: string };

/** A client at an address, identified by hashes that become meaningless once their day's key is deleted. */
export type Caller = {
  /** Under today's key. */
  hash: string;
  /** Hashes that rate limits count under. Just after midnight they include yesterday's, so that quotas do not reset. */
  countedAs: readonly string[];
  /** Hashes under every stored key, today's first, to recognize an address after midnight. */
  hashes: readonly string[];
  /** Hashes of the caller's IPv6 /48 network for rate limits; empty for IPv4. */
  readonly networkCountedAs: readonly string[];
};

export const keysKeptSince = (now: Date): Day => addDays(dayIn("UTC", now), 1 - ADDRESS_KEY_KEPT_DAYS);

export type Callers = ReturnType<typeof callers>;

/** Identifies callers by hashed addresses. Addresses themselves are never stored. */
export function callers(store: CallerStore, clock: Clock) {
  let today: Day | undefined;
  let keys: Promise<DayKey[]> | undefined;

  async function loadKeys(day: Day, now: Date): Promise<DayKey[]> {
    const stored = await store.keysSince(keysKeptSince(now), { day, key: randomBytes(32).toString("base64url") });
    return stored.toSorted((a, b) => (a.day < b.day ? 1 : -1));
  }

  return {
    async at(address: string): Promise<Caller> {
      const now = clock();
      const day = dayIn("UTC", now);
      if (day !== today || !keys) {
        today = day;
        keys = loadKeys(day, now);
        keys.catch(() => {
          keys = undefined;
        });
      }
      const known = await keys;
      const lately = dayIn("UTC", new Date(now.getTime() - LONGEST_WINDOW_MS));
      const countedUnder = known.filter((each) => each.day >= lately);
      const network = widerNetwork(address);
      const hashes = known.map(({ key }) => hashed(key, address));
      return {
        hash: hashes[0] ?? "",
        countedAs: hashes.slice(0, countedUnder.length),
        hashes,
        // Computed lazily: gifts, the most frequent of what callers send, do not need it.
        get networkCountedAs() {
          return network === null ? [] : countedUnder.map(({ key }) => hashed(key, network));
        },
      };
    },
  };
}

const hashed = (key: string, address: string) =>
  new Bun.CryptoHasher("sha256", key).update(address).digest("base64url");

/** Returns the /48 around a counted IPv6 address: some providers give one subscriber all of it. Null for IPv4. */
function widerNetwork(address: string): string | null {
  const [first, second, third] = address.split(":");
  return address.endsWith("::/64") ? `${first}:${second}:${third}::/48` : null;
}
