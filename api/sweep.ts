import { linkStore } from "./accounts/links/store.ts";
import { accountStore } from "./accounts/store.ts";
import { keysKeptSince } from "./callers/service.ts";
import { callerStore } from "./callers/store.ts";
import type { Database } from "./db/client.ts";
import { idempotencyStore } from "./idempotency/store.ts";
import { rateLimitStore } from "./rate-limits/store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws away what has had its time. Any replica may, at any time; two at once do no harm. */
export async function sweep(database: Database, now: Date): Promise<void> {
  await rateLimitStore(database).sweep(now);
  // Here as well as with each day's first caller: there may be none for weeks.
  await callerStore(database).dropBefore(keysKeptSince(now));
  await accountStore(database).sweep(now);
  await linkStore(database).sweep(now);
  await idempotencyStore(database).sweep(new Date(now.getTime() - DAY_MS));
}
