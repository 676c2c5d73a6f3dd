import type { Attempt } from "./letters.ts";

const PATIENCE_MS = 30_000;

/** Requests one URL after another at a constant rate, whether or not answers come, like independent visitors. */
export function askSteadily(addresses: readonly string[], perSecond: number) {
  const attempts: Attempt[] = [];
  let requests = 0;
  let underWay = 0;
  let mostUnderWay = 0;

  async function ask(): Promise<void> {
    const at = performance.now();
    const address = addresses[requests++ % addresses.length] ?? "";
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
    await answer?.text().catch(() => {});
    underWay -= 1;
    const retryAfter = answer?.headers.get("retry-after") ?? null;
    attempts.push({ at, ms: performance.now() - at, status: answer?.status ?? null, retryAfter });
  }
  const timer = setInterval(ask, 1000 / perSecond);
  return {
    attempts,
    mostUnderWay: () => mostUnderWay,
    async stop(): Promise<void> {
      clearInterval(timer);
      while (underWay > 0) await Bun.sleep(20);
    },
  };
}
