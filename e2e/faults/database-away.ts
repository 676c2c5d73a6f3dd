import { begunIn, longestOf, secondsOf } from "./harness/attempts.ts";
import { type Fault, type Field, type Trouble, want } from "./harness/fault.ts";
import { askSteadily } from "./harness/steady.ts";

const VISITORS_PER_SECOND = 100;
const AT_ONCE_MS = 1000;

export const databaseAway: Fault = {
  name: "database-away",
  does: "a Postgres apart is stopped, and started again later, while 16 people post and 100 a second come to look",
  seconds: 30,
  place: { database: "own" },
  trouble: (field) =>
    away(field, 1000, async (seconds) => {
      await field.postgres?.stop();
      await Bun.sleep(seconds * 1000);
      await field.postgres?.start();
    }),
};

/** A request's patience is 5 seconds; from then on the silence is known. */
const KNOWN_AFTER_MS = 8000;

export const databaseSilent: Fault = {
  name: "database-silent",
  does: "the cable to Postgres is pulled, and put back later, while 16 people post and 100 a second come to look",
  seconds: 30,
  place: { database: "way" },
  trouble: (field) =>
    away(field, KNOWN_AFTER_MS, async (seconds) => {
      field.way?.cut();
      await Bun.sleep(seconds * 1000);
      field.way?.mend();
    }),
};

/** `knownAfterMs` into the trouble, whoever asks must be refused at once. */
async function away(field: Field, knownAfterMs: number, trouble: (seconds: number) => Promise<void>): Promise<Trouble> {
  const { service, load, shareCodes, seconds, now } = field;
  const visitors = askSteadily(`${service.api}/v1/trees/${shareCodes[0]}`, VISITORS_PER_SECOND);
  const from = now();
  await trouble(seconds);
  const until = now();
  await Bun.sleep(3000);
  await visitors.stop();

  const everybody = [...load.attempts, ...visitors.attempts];
  const refused = begunIn(everybody, from + knownAfterMs, until - 1000);
  const wrong = refused.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter)).length;
  const longest = longestOf(refused);
  const first = longestOf(begunIn(everybody, from, from + knownAfterMs));
  const bound = (VISITORS_PER_SECOND * knownAfterMs) / 1000;
  return {
    from,
    until,
    wanted: [
      want("all are refused with 503 and Retry-After", refused.length > 0 && wrong === 0, `${wrong} were not`),
      want("and at once, once it is known", longest < AT_ONCE_MS, secondsOf(longest)),
      want("nobody waits longer than 7 s, not even at first", first < 7000, secondsOf(first)),
      want("no queue grows", visitors.mostUnderWay() <= bound, `${visitors.mostUnderWay()} under way`),
      want("the service stays up", service.restarts() === 0, `${service.restarts()} restarts`),
    ],
    told: `${refused.length} requests were refused, the slowest after ${longest.toFixed(0)} ms; those at the very beginning waited up to ${secondsOf(first)}; at most ${visitors.mostUnderWay()} visitors waited at the same time.`,
  };
}
