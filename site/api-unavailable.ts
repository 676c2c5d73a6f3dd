import { describeError } from "../shared/observability/log.ts";
import { apiInnerUrl } from "./addresses.ts";
import type { Strings } from "./i18n/strings.ts";
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

/** An error in plain text, for addresses of files rather than pages. */
export function plainTextError(apiStatus: number, { tree, broken }: Strings): Response {
  const isUnknown = apiStatus === 400 || apiStatus === 404;
  const text = isUnknown ? `${tree.unknownTitle}\n${tree.unknown}` : broken.text;
  const headers = new Headers({ "content-type": "text/plain; charset=utf-8", vary: "Accept-Language, Cookie" });
  if (isUnknown) return new Response(`${text}\n`, { status: 404, headers });
  headers.set("cache-control", "no-store");
  headers.set("retry-after", apiStatus === 429 ? "60" : RETRY_AFTER_SECONDS);
  return new Response(`${text}\n`, { status: apiStatus === 429 ? 429 : 503, headers });
}
