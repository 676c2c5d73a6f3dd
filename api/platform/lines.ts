import pLimit, { type LimitFunction } from "p-limit";

/** Lets so many works of one key run at a time; the others wait in line. Keys do not wait for each other. */
export function linesOf(atOnce: number) {
  const lines = new Map<string, LimitFunction>();
  return {
    async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
      const line = lines.get(key) ?? pLimit(atOnce);
      lines.set(key, line);
      try {
        return await line(work);
      } finally {
        if (line.activeCount + line.pendingCount === 0) lines.delete(key);
      }
    },
  };
}
