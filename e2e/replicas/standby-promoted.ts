import { mkdirSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { startPair } from "../../api/db/testing-pair.ts";
import { atTheEnd } from "../../bench/stopping.ts";
import { newOwner, plantTree, readTexts } from "../visitors.ts";
import type { Check } from "./check.ts";
import { startFleet } from "./fleet.ts";
import { type Letter, sendLetters } from "./letters.ts";

const TREES = 4;
const BACK_WITHIN_MS = 5000;
const REFUSED_WITHIN_MS = 1500;

export const standbyPromoted: Check = {
  name: "standby-promoted",
  does: "kill -9 of the primary with a synchronous standby while 16 people post to two APIs; after 3 s the standby is promoted, and the old primary comes back",
  needs: [],
  async run({ folder, port, pauseMs }) {
    const pairFolder = join(folder, "pair");
    mkdirSync(pairFolder);
    const pair = await startPair(pairFolder, [port + 2, port + 3]);
    atTheEnd(pair.stop);
    const fleet = await startFleet(
      { api: port + 10, site: port + 20, ops: port + 30, siteOps: port + 40 },
      { DATABASE_URL: pair.url, RATE_LIMITS: "off", API_INNER_URL: `http://127.0.0.1:${port + 10}` },
    );
    const apis = [port + 10, port + 11].map((each) => `http://127.0.0.1:${each}`);
    const site = `http://127.0.0.1:${port + 20}`;
    const owner = await newOwner(site);
    const trees = await Promise.all(Array.from({ length: TREES }, () => plantTree(site, { owner })));
    const load = sendLetters(
      apis,
      trees.map(({ code }) => code),
      pauseMs,
    );
    await Bun.sleep(4000);

    await pair.first.kill();
    const killedAt = performance.now();
    await Bun.sleep(3000);
    await pair.promoteSecond();
    const promotedAt = performance.now();
    while (!load.attempts.some(({ at, status }) => at > promotedAt && status === 201)) await Bun.sleep(10);
    const backMs = performance.now() - promotedAt;
    await Bun.sleep(2000);
    await pair.first.start();
    await Bun.sleep(3000);
    await load.settle();

    const [kept, left] = await Promise.all([pair.second.url, pair.first.url].map(giftsIn));
    const { lost, doubled, undelivered } = judge(load.letters, kept ?? new Set());
    const atFirst = new Set(
      load.letters.flatMap(({ ids }) => [...ids]).filter((id) => left?.has(id) && !kept?.has(id)),
    );
    const meanwhile = load.attempts.filter(({ at }) => at > killedAt && at < promotedAt - 500);
    const wrong = meanwhile.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter));
    const slowest = Math.max(0, ...meanwhile.map(({ ms }) => ms));
    const texts = (await Promise.all(trees.map((tree) => readTexts(apis[1] ?? "", tree)))).flat();
    const shut = texts.filter((text) => !text?.startsWith("Letter number")).length;
    const codes = await Promise.all([...fleet.sites, ...fleet.apis].map((program) => program.stop()));
    const want = (that: string, isSo: boolean, measured: unknown) => ({ that, isSo, measured: String(measured) });
    return {
      told: `${load.letters.length} letters, ${load.letters.length - undelivered} acknowledged, ${kept?.size} in the database, ${lost} lost, ${doubled} doubled; ${meanwhile.length} posts refused while there was no primary, the slowest after ${slowest.toFixed(0)} ms`,
      wanted: [
        want("nothing acknowledged is lost", lost === 0, lost),
        want("nothing hangs twice", doubled === 0, doubled),
        want("every letter arrives in the end", undelivered === 0, `${undelivered} did not`),
        want("nothing is written to the old primary", atFirst.size === 0, `${atFirst.size} gifts`),
        want(
          "503 with Retry-After meanwhile",
          meanwhile.length > 0 && wrong.length === 0,
          `${wrong.length} others ${JSON.stringify(wrong[0] ?? "")}`,
        ),
        want("and at once", slowest < REFUSED_WITHIN_MS, `${slowest.toFixed(0)} ms`),
        want("they serve again by themselves", backMs < BACK_WITHIN_MS, `${backMs.toFixed(0)} ms`),
        want("the owner reads the texts", shut === 0 && texts.length > 0, `${shut} of ${texts.length} did not open`),
        want(
          "no process ended, and all stop with 0",
          codes.every((code) => code === 0),
          codes.join(", "),
        ),
      ],
    };
  },
};

/** Lost: a 201 whose gift is not there. Doubled: a letter with two ids, or a gift that no letter was told of. */
function judge(letters: readonly Letter[], kept: ReadonlySet<string>) {
  const told = new Set(letters.flatMap(({ ids }) => [...ids]));
  return {
    lost: letters.filter(({ ids }) => [...ids].some((id) => !kept.has(id))).length,
    doubled: letters.filter(({ ids }) => ids.size > 1).length + [...kept].filter((id) => !told.has(id)).length,
    undelivered: letters.filter(({ ids }) => ids.size === 0).length,
  };
}

/** The gifts that hang with their sealed message. */
async function giftsIn(url: string): Promise<Set<string>> {
  const sql = postgres(url, { max: 1 });
  const rows = await sql`select id from gifts join messages on gift_id = id and messages.share_code = gifts.share_code`;
  await sql.end();
  return new Set(rows.map(({ id }) => id));
}
