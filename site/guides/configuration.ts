import { RATE_POLICIES, type RatePolicyKey } from "#contract/rate-limits";
import type { GuideParts } from "../../languages/en/guide-parts.ts";

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

const UNITS = [
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration in the words of a language: “1 minute”, “10 minutes”, “24 hours”. */
export function spanOfTime(seconds: number, { span }: GuideParts): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? UNITS[2];
  return span(seconds / length, unit);
}
