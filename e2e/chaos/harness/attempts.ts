import type { Attempt } from "./letters.ts";

/** The attempts that were in progress at some moment between the two. */
export const during = (attempts: readonly Attempt[], from: number, until: number) =>
  attempts.filter(({ at, ms }) => at + ms >= from && at <= until);

/** The attempts that began between the two. */
export const begunIn = (attempts: readonly Attempt[], from: number, until: number) =>
  attempts.filter(({ at }) => at >= from && at < until);

/** Counts the answers by status, the most frequent first. */
export function statusesOf(attempts: readonly Pick<Attempt, "status">[]): string {
  const counts = new Map<string, number>();
  for (const { status } of attempts) {
    const name = String(status ?? "no answer");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([name, count]) => `${name} × ${count}`).join(", ") || "no requests";
}

/** For any number of attempts: `Math.max(...)` takes each as an argument, and a long soak has more than fit. */
export const longestOf = (attempts: readonly Attempt[]) => attempts.reduce((most, { ms }) => Math.max(most, ms), 0);
export const secondsOf = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
