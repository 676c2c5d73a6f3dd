import { RATE_POLICIES, type RatePolicyKey } from "#contract/rate-limits";
import type { GuideParts } from "../../languages/en/guide-parts.ts";
import { spanOfTime } from "./span-of-time.ts";

/** One environment variable of the service; code is in backticks. */
export type Variable = { name: string; usually: string; what: string };

/** Every environment variable, in the order of the self-hosting guide. */
export function variablesIn(parts: GuideParts): Variable[] {
  const { variables, quotas } = parts.configuration;
  const single = Object.entries(variables).map(([name, { usually, what }]) => ({ name, usually, what }));
  const counted = (Object.entries(quotas) as [RatePolicyKey, (within: string) => string][]).map(([policy, what]) => ({
    name: policy.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
    usually: String(RATE_POLICIES[policy].quota),
    what: what(spanOfTime(RATE_POLICIES[policy].windowSeconds, parts)),
  }));
  return [...single, ...counted];
}
