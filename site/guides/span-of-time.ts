import type { GuideParts } from "../../languages/en/guide-parts.ts";

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
