import { describeError } from "../shared/observability/log.ts";
import { apiInnerUrl } from "./addresses.ts";
import { log } from "./log.ts";

/** `Retry-After` of a 503, the same as the API's own. */
export const RETRY_AFTER_SECONDS = "5";
/** An outage is logged at this interval, not once per request. */
const TOLD_EVERY_MS = 10_000;
let toldAt = Number.NEGATIVE_INFINITY;

/**
 * Logs that the API is unavailable and the kind of error. The error's message is left out: it may contain request data.
 */
export function showApiUnavailable(error: unknown): void {
  const now = performance.now();
  if (now - toldAt < TOLD_EVERY_MS) return;
  toldAt = now;
  const { at, ...kind } = describeError(error);
  log.warn("the API did not answer", { api: apiInnerUrl(), ...kind });
}
