import { readFileSync } from "node:fs";

/** Time of all cores since boot, in the kernel's ticks: in total, and stolen by others on the same host. */
type CoresTime = { all: number; stolen: number };

/**
 * Measures something, and the share of the cores' time that the host gave to other machines meanwhile: at such moments
 * a virtual machine is slower than its cores suggest. Null if the kernel does not report it.
 */
export async function withStolenTime<Result>(measure: () => Promise<Result>): Promise<[Result, number | null]> {
  const before = coresTime();
  const result = await measure();
  const after = coresTime();
  if (!before || !after || after.all === before.all) return [result, null];
  return [result, (after.stolen - before.stolen) / (after.all - before.all)];
}

function coresTime(): CoresTime | null {
  try {
    return coresTimeIn(readFileSync("/proc/stat", "utf8"));
  } catch {
    return null;
  }
}

/**
 * Parses the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. What follows is
 * included in user.
 */
export function coresTimeIn(stat: string): CoresTime | null {
  const ticks = /^cpu +(.*)$/m.exec(stat)?.[1]?.split(" ").map(Number).slice(0, 8) ?? [];
  const stolen = ticks[7];
  return stolen === undefined ? null : { all: ticks.reduce((sum, each) => sum + each, 0), stolen };
}
