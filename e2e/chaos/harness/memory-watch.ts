import { residentMiB } from "./process-figures.ts";

/** A program's memory in MiB; `grown` is the peak of the second half minus that of the first. */
export type Held = { name: string; first: number; last: number; most: number; grown: number };

export const mib = (figure: number) => `${figure.toFixed(0)} MiB`;

/** Samples the memory of programs periodically. */
export function watchMemory(pids: Readonly<Record<string, number>>, everyMs: number, say?: (sentence: string) => void) {
  const began = performance.now();
  const samples: number[][] = [];
  const timer = setInterval(() => {
    const now = Object.values(pids).map(residentMiB);
    samples.push(now);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    say?.(`resident after ${seconds} s: ${now.map(mib).join(" and ")}`);
  }, everyMs);

  return (): Held[] => {
    clearInterval(timer);
    return Object.keys(pids).map((name, i) => {
      const own = samples.map((sample) => sample[i] ?? 0);
      const half = Math.ceil(own.length / 2);
      const [early, late] = [Math.max(...own.slice(0, half)), Math.max(...own.slice(half))];
      return { name, first: own[0] ?? 0, last: own.at(-1) ?? 0, most: Math.max(early, late), grown: late - early };
    });
  };
}
