import type { Figure } from "./statistics.ts";
import { withStolenTime } from "./stolen-time.ts";

/** Up to this share of the cores' time, what other machines took is no reason to measure again. */
const QUIET = 0.03;

/** For how long a row still measures again what was disturbed. */
export type Patience = { leftMs: number };

/**
 * Measures, and measures again while other machines on the host took the cores away and patience lasts; what was
 * disturbed least counts. Nothing but the share that was taken decides: how quick an answer was plays no part.
 */
export async function undisturbed(
  patience: Patience,
  measure: () => Promise<Figure>,
  watching: typeof withStolenTime = withStolenTime,
): Promise<Figure> {
  let best: Figure | undefined;
  for (;;) {
    const began = performance.now();
    const [figure, stolen] = await watching(measure);
    if (!best || (stolen ?? 0) < (best.stolen ?? 0)) best = { ...figure, stolen };
    if ((stolen ?? 0) <= QUIET || patience.leftMs <= 0) return best;
    patience.leftMs -= performance.now() - began;
  }
}
