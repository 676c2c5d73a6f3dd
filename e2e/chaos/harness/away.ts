import { begunIn, longestOf, secondsOf } from "./attempts.ts";
import { type Field, type Trouble, want, wantStaysUp, wantTurnedAway } from "./fault.ts";
import { askSteadily } from "./steady.ts";

/** A request's timeout is less than 2 seconds; from then on the outage is known. */
export const SILENCE_KNOWN_AFTER_MS = 4000;
/** With a second for a busy machine. */
export const AT_FIRST_MS = 3000;
const VISITORS_PER_SECOND = 100;
const AT_ONCE_MS = 1000;

/**
 * Also sends visitors to these URLs. From `knownAfterMs` into the outage, every request must be refused at once, or at
 * least within `toldWithinMs`.
 */
export async function away(
  { service, load, seconds, now }: Field,
  addresses: readonly string[],
  knownAfterMs: number,
  trouble: (seconds: number) => Promise<void>,
  toldWithinMs = AT_ONCE_MS,
): Promise<Trouble> {
  const visitors = askSteadily(addresses, VISITORS_PER_SECOND);
  const from = now();
  await trouble(seconds);
  const until = now();
  await Bun.sleep(3000);
  await visitors.stop();

  const everybody = [...load.attempts, ...visitors.attempts];
  const refused = begunIn(everybody, from + knownAfterMs, until - toldWithinMs);
  const longest = longestOf(refused);
  const first = longestOf(begunIn(everybody, from, from + knownAfterMs));
  const bound = (VISITORS_PER_SECOND * knownAfterMs) / 1000;
  return {
    from,
    until,
    expectations: [
      wantTurnedAway(refused),
      want(`within ${secondsOf(toldWithinMs)}, once the outage is known`, longest < toldWithinMs, secondsOf(longest)),
      want("no request waits longer than 3 s, not even at first", first < AT_FIRST_MS, secondsOf(first)),
      want("no queue grows", visitors.mostUnderWay() <= bound, `${visitors.mostUnderWay()} in progress`),
      wantStaysUp(service),
    ],
    summary: `${refused.length} requests were refused, the slowest after ${longest.toFixed(0)} ms; those at the very beginning waited up to ${secondsOf(first)}; at most ${visitors.mostUnderWay()} visitors waited at the same time.`,
  };
}
