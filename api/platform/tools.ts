import type { Log } from "../../shared/observability/log.ts";
import type { Clock } from "./clock.ts";
import type { Idempotency } from "./idempotency/idempotency.ts";
import type { TextModeration } from "./moderate-text.ts";
import type { RateLimits } from "./rate-limits/rate-limits.ts";
import type { Freshness } from "./response-cache.ts";

/** What services work with beside their stores, made once in app.ts. */
export type Tools = {
  clock: Clock;
  log: Log;
  /** Decides which data of trees may be served from memory. */
  freshness: Freshness;
  limits: RateLimits;
  words: TextModeration;
  idempotency: Idempotency;
};
