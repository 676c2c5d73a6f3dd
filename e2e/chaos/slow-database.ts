import { begunIn, longestOf, secondsOf, statusesOf } from "./harness/attempts.ts";
import { type Fault, want, wantStaysUp } from "./harness/fault.ts";
import { askSteadily } from "./harness/steady.ts";

const EACH_WAY_MS = 150;

export const slowDatabase: Fault = {
  name: "slow-database",
  does: "each round trip to Postgres takes 300 ms longer, while 16 people post and 50 a second view a tree",
  seconds: 20,
  place: { database: "way" },
  async trouble({ service, way, load, shareCodes, seconds, now }) {
    const visitors = askSteadily([`${service.api}/v1/trees/${shareCodes[0]}`], 50);
    const from = now();
    way?.delay(EACH_WAY_MS);
    await Bun.sleep(seconds * 1000);
    way?.delay(0);
    const until = now();
    await visitors.stop();
    const posts = begunIn(load.attempts, from, until);
    const reads = begunIn(visitors.attempts, from, until);
    const unread = reads.filter(({ status }) => status !== 200);
    return {
      from,
      until,
      expectations: [
        want(
          "posts still succeed",
          posts.some(({ status }) => status === 201),
          statusesOf(posts),
        ),
        want("no post takes longer than 10 s", longestOf(posts) < 10_000, secondsOf(longestOf(posts))),
        want("all views are answered", unread.length === 0, statusesOf(unread)),
        wantStaysUp(service),
      ],
      summary: `the slowest post took ${secondsOf(longestOf(posts))}, the slowest of ${reads.length} views of a tree ${secondsOf(longestOf(reads))}.`,
    };
  },
};
