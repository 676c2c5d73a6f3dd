import { API_ERRORS, type ApiErrorCode, type PublicErrorCode, WEBSITE_ONLY_ERRORS } from "#contract/errors";
import {
  PUBLIC_RATE_POLICIES,
  type PublicRatePolicyKey,
  RATE_POLICIES,
  type RatePolicy,
  type RatePolicyKey,
} from "#contract/rate-limits";
import { REPORT_REASONS } from "#contract/reports";
import type { GuideParts } from "../../languages/en/guide-parts.ts";
import type { Strings } from "../../languages/en/strings.ts";

/** A table of a guide; code in a cell is in backticks. */
export type GuideTable = { label: string; columns: readonly string[]; rows: readonly (readonly string[])[] };

/** The tables that guides have of what the programs hold: `<DataTable of="refusals" />`. */
export const TABLES = {
  refusals: ({ errors: { label, columns, meanings } }) => {
    const rows = PUBLIC_ERRORS.map(({ status, code, message }) => [
      `${status}`,
      `\`${code}\``,
      meanings?.[code] ?? message,
    ]);
    return { label, columns, rows };
  },
  limits: ({ limits }) => limits,
  rateLimits: (parts) => {
    const { label, columns, counts } = parts.rateLimits;
    const policies = Object.entries(PUBLIC_RATE_POLICIES) as [PublicRatePolicyKey, RatePolicy][];
    const rows = policies.map(([key, { name, quota, windowSeconds }]) => [
      `\`${name}\``,
      `${quota}`,
      spanOfTime(windowSeconds, parts),
      counts[key],
    ]);
    return { label, columns, rows };
  },
  reportReasons: ({ reportReasons: { label, columns } }, { report: { reasons } }) => {
    const rows = REPORT_REASONS.map((reason) => [reasons[reason] ?? "", `\`${reason}\``]);
    return { label, columns, rows };
  },
  configuration: (parts) => {
    const { label, columns } = parts.configuration;
    const rows = variablesIn(parts).map(({ name, usually, what }) => [`\`${name}\``, usually, what]);
    return { label, columns, rows };
  },
} satisfies Record<string, (parts: GuideParts, strings: Strings) => GuideTable>;

const isPublic = (code: ApiErrorCode): code is PublicErrorCode =>
  !(WEBSITE_ONLY_ERRORS as readonly ApiErrorCode[]).includes(code);

/** Every error of the public API, by status. */
export const PUBLIC_ERRORS = (Object.keys(API_ERRORS) as ApiErrorCode[])
  .filter(isPublic)
  .map((code) => ({ code, ...API_ERRORS[code] }))
  .toSorted((a, b) => a.status - b.status);

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
