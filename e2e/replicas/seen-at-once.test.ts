import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startSecondApi,
  startService,
  stop,
} from "../given/running-service.ts";
import { listGifts, plantTree } from "../given/visitors.ts";

// An API over the same database, on the machine of the first one or, for all that the two can know, on another.
const folder = newDataDir();
const elsewhere = newDataDir();
const withoutLimits = { RATE_LIMITS: "off" };
let service: Service;

beforeAll(async () => {
  service = await greeted(await startService(folder, withoutLimits));
}, 120_000);
afterAll(async () => {
  await stop(service);
  removeDataDir(folder);
  removeDataDir(elsewhere);
}, 60_000);

const ROUNDS = 40;
/** So long others may answer from what they remember; who changed something waits as long, unless they see it themselves. */
const NEWS_COUNT_MS = 30;

async function hang(api: string, shareCode: string): Promise<{ id: string; tookMs: number }> {
  const gift = { shareCode, senderName: "Bob", message: "Hello", giftAssetId: "card" };
  const headers = { "content-type": "application/json" };
  const began = performance.now();
  const answer = await fetch(`${api}/v1/messages`, { method: "POST", headers, body: JSON.stringify(gift) });
  const { data } = (await answer.json()) as { data: { id: string } };
  return { id: data.id, tookMs: performance.now() - began };
}

test.each([
  ["on its machine", folder],
  ["on another machine", elsewhere],
])(
  "a gift hung at one API is seen at once at another %s, which remembers the tree",
  async (_, dataDir) => {
    const second = await startSecondApi(folder, { ...withoutLimits, DATA_DIR: dataDir });
    const { code } = await plantTree(service.site);
    const pair = [service.api, second.api] as const;
    const looked = (api: string) => listGifts(api, code);
    const took: number[] = [];
    // At first neither is sure of the other, and nothing is remembered.
    for (const end = Date.now() + 3000; Date.now() < end; await Bun.sleep(20)) await Promise.all(pair.map(looked));

    for (let round = 1; round <= ROUNDS; round += 1) {
      const [one, other] = round % 2 === 0 ? pair : pair.toReversed();
      for (let i = 0; i < 3; i += 1) await Promise.all(pair.map(looked));
      const { id, tookMs } = await hang(one ?? "", code);
      const seen = await looked(other ?? "");
      expect([seen.giftCount, seen.ids.has(id)]).toEqual([round, true]);
      took.push(tookMs);
    }
    await second.stop();
    // On one machine they share a board: nobody waits (api/company). On two each change waits.
    expect(second.output()).toContain(`"onThisMachine":${dataDir === folder ? 1 : 0}`);
    if (dataDir === elsewhere) expect(Math.min(...took)).toBeGreaterThan(NEWS_COUNT_MS);
  },
  120_000,
);
