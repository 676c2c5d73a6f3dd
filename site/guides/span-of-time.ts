/** A duration in words: "minute", "10 minutes", "24 hours". */
export function spanOfTime(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ["second", 1];
  const count = seconds / length;
  return count === 1 ? unit : `${count} ${unit}s`;
}

const UNITS: readonly [string, number][] = [
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
