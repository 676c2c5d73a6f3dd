import type { Figure } from "./statistics.ts";
import { withStolenTime } from "./stolen-time.ts";

/** Up to this stolen share of the cores' time, a round is not repeated. */
const QUIET = 0.03;

/** How long a row may still repeat disturbed rounds. */
export type Patience = { leftMs: number };

/**
 * Measures, and repeats while other machines on the host took CPU time and patience lasts; the least disturbed round
 * counts. Only the stolen share decides, never how fast the answers were.
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
