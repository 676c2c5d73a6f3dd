import { describeError } from "../shared/observability/log.ts";
import { apiInnerUrl } from "./addresses.ts";
import { log } from "./log.ts";

/** Who is told 503 may ask again after so many seconds: as the API says where it cannot answer. */
export const RETRY_AFTER_SECONDS = "5";
/** An outage is told, and not each of its requests. */
const TOLD_EVERY_MS = 10_000;
let toldAt = Number.NEGATIVE_INFINITY;

/** Tells the operator that the API could not be had, and by what kind of error: its message may hold what was asked. */
export function showApiUnavailable(error: unknown): void {
  const now = performance.now();
  if (now - toldAt < TOLD_EVERY_MS) return;
  toldAt = now;
  const { at, ...kind } = describeError(error);
  log.warn("the API did not answer", { api: apiInnerUrl(), ...kind });
}
