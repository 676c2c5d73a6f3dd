import { begunIn, longestOf, secondsOf } from "./harness/attempts.ts";
import { type Fault, want, wantStaysUp, wantTurnedAway } from "./harness/fault.ts";

const AT_ONCE_MS = 1500;
/** The time until Postgres' own processes notice that the postmaster is gone. */
const NOTICED_AFTER_MS = 500;

export const standbyPromoted: Fault = {
  name: "standby-promoted",
  does: "kill -9 of a primary with a synchronous standby while 16 people post to two API processes; the standby is promoted, and the old primary comes back",
  seconds: 3,
  place: { database: "pair", variables: { API_PROCESSES: "2" } },
  async trouble({ service, load, pair, seconds, now }) {
    const from = now();
    await pair?.first.kill();
    await Bun.sleep(seconds * 1000);
    const refused = begunIn(load.attempts, from + NOTICED_AFTER_MS, now());
    await pair?.promoteSecond();
    const until = now();
    await Bun.sleep(3000);
    await pair?.first.start();
    await Bun.sleep(3000);
    const isFound = begunIn(load.attempts, until, until + 5000).some(({ status }) => status === 201);
    const longest = longestOf(refused);
    return {
      from,
      until,
      expectations: [
        wantTurnedAway(refused),
        want("they are refused at once", longest < AT_ONCE_MS, secondsOf(longest)),
        want("the promoted standby is found within 5 s", isFound, "it was not"),
        wantStaysUp(service),
      ],
      summary: `${refused.length} posts were refused while no host accepted writes, the slowest after ${longest.toFixed(0)} ms.`,
    };
  },
};
