import { readFileSync } from "node:fs";

/** Time of all cores since the machine started, in the kernel's ticks: in all, and taken by others on the same host. */
type CoresTime = { all: number; stolen: number };

/**
 * Measures something, and which share of the cores' time the host gave to other machines meanwhile: a virtual machine is
 * slower then than its cores say, by chance of the moment. Null where no kernel tells.
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

/** The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal; what follows is in user already. */
export function coresTimeIn(stat: string): CoresTime | null {
  const ticks = /^cpu +(.*)$/m.exec(stat)?.[1]?.split(" ").map(Number).slice(0, 8) ?? [];
  const stolen = ticks[7];
  return stolen === undefined ? null : { all: ticks.reduce((sum, each) => sum + each, 0), stolen };
}
