import type { Standing } from "../rate-limits/service.ts";

type Headers = Record<string, unknown>;

/** Says how much of its quotas a caller has left (draft-ietf-httpapi-ratelimit-headers, version 11). */
export function sayStandings(headers: Headers, standings: readonly Standing[]): void {
  if (standings.length === 0) return;
  headers["ratelimit-policy"] = standings
    .map(({ policy }) => `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`)
    .join(", ");
  headers.ratelimit = standings
    .map(({ policy, remaining, resetSeconds }) => `"${policy.name}";r=${remaining};t=${resetSeconds}`)
    .join(", ");
}
