import type { Success } from "#contract/errors";
import type { GiftsPage } from "#contract/messages";
import type { RateLimitStatus } from "../platform/rate-limits/rate-limits.ts";

export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

export function successPage<Data, Where = GiftsPage>(data: Data, page: Where): Success<Data, Where> {
  return { success: true, data, page };
}

/** Sets the headers with the remaining quotas (draft-ietf-httpapi-ratelimit-headers, version 11). */
export function setRateLimitHeaders(headers: Record<string, unknown>, statuses: readonly RateLimitStatus[]): void {
  if (statuses.length === 0) return;
  headers["ratelimit-policy"] = statuses
    .map(({ policy: { name, quota, windowSeconds } }) => `"${name}";q=${quota};w=${windowSeconds}`)
    .join(", ");
  headers.ratelimit = statuses
    .map(({ policy, remaining, resetSeconds }) => `"${policy.name}";r=${remaining};t=${resetSeconds}`)
    .join(", ");
}
