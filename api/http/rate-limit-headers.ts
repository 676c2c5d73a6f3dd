import type { RatePolicy } from "#contract/rate-limits";
import type { RateLimitStatus } from "../platform/rate-limits/rate-limits.ts";

type Headers = Record<string, unknown>;

/** Sets the headers with the remaining quotas (draft-ietf-httpapi-ratelimit-headers, version 11). */
export function setRateLimitHeaders(headers: Headers, statuses: readonly RateLimitStatus[]): void {
  if (statuses.length === 0) return;
  headers["ratelimit-policy"] = statuses.map(({ policy }) => described(policy)).join(", ");
  headers.ratelimit = statuses
    .map(({ policy, remaining, resetSeconds }) => `"${policy.name}";r=${remaining};t=${resetSeconds}`)
    .join(", ");
}

// Cached: a policy never changes while the process runs, and is part of almost every response.
const descriptions = new WeakMap<RatePolicy, string>();

function described(policy: RatePolicy): string {
  const known = descriptions.get(policy);
  if (known !== undefined) return known;
  const description = `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`;
  descriptions.set(policy, description);
  return description;
}
