import { begunIn, longestOf, secondsOf } from "./harness/attempts.ts";
import { AT_FIRST_MS, SILENCE_KNOWN_AFTER_MS } from "./harness/away.ts";
import { type Fault, want, wantStaysUp, wantTurnedAway } from "./harness/fault.ts";

const AT_ONCE_MS = 1500;
const AS_BEFORE_WITHIN_MS = 15_000;
const AS_BEFORE_MS = 500;

export const primaryLost: Fault = {
  name: "primary-lost",
  does: "the primary's machine loses power and network while 16 people post; its synchronous standby on this machine is promoted later",
  seconds: 15,
  place: { database: "far-primary" },
  async trouble({ service, load, pair, otherMachine, seconds, now }) {
    const from = now();
    otherMachine?.vanish();
    await Bun.sleep(seconds * 1000);
    await pair?.promoteSecond();
    const until = now();
    await Bun.sleep(AS_BEFORE_WITHIN_MS);
    const goingOn = now();
    await Bun.sleep(3000);

    const refused = begunIn(load.attempts, from + SILENCE_KNOWN_AFTER_MS, until - 1000);
    const first = longestOf(begunIn(load.attempts, from, from + SILENCE_KNOWN_AFTER_MS));
    const after = begunIn(load.attempts, goingOn, goingOn + 2500);
    const isFound = begunIn(load.attempts, until, until + 5000).some(({ status }) => status === 201);
    return {
      from,
      until,
      expectations: [
        wantTurnedAway(refused),
        want(
          "they are refused at once, once the outage is known",
          longestOf(refused) < AT_ONCE_MS,
          secondsOf(longestOf(refused)),
        ),
        want("no request waits longer than 3 s, not even at first", first < AT_FIRST_MS, secondsOf(first)),
        want("the promoted standby is found within 5 s", isFound, "it was not"),
        want("15 s later posts are as fast as before", longestOf(after) < AS_BEFORE_MS, secondsOf(longestOf(after))),
        wantStaysUp(service),
      ],
      summary: `${refused.length} posts were refused, the slowest after ${longestOf(refused).toFixed(0)} ms, those at the very beginning after up to ${secondsOf(first)}; 15 s after the promotion the slowest post took ${longestOf(after).toFixed(0)} ms.`,
    };
  },
};
