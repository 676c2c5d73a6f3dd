import type { Attempt } from "./letters.ts";

/** Those that were under way at some moment between the two. */
export const during = (attempts: readonly Attempt[], from: number, until: number) =>
  attempts.filter(({ at, ms }) => at + ms >= from && at <= until);

/** Those that began between the two. */
export const begunIn = (attempts: readonly Attempt[], from: number, until: number) =>
  attempts.filter(({ at }) => at >= from && at < until);

/** How many got which answer, the most frequent first. */
export function statusesOf(attempts: readonly Pick<Attempt, "status">[]): string {
  const counts = new Map<string, number>();
  for (const { status } of attempts) {
    const name = String(status ?? "no answer");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([name, count]) => `${name} × ${count}`).join(", ") || "nothing was asked";
}

/** Of any number: `Math.max` takes each as an argument, and a soak on a quick machine has more than fit. */
export const longestOf = (attempts: readonly Attempt[]) => attempts.reduce((most, { ms }) => Math.max(most, ms), 0);
export const secondsOf = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
