import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startSecondApi,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { cookieOfOutcome } from "../fixtures/cookies.ts";
import { createTree } from "../fixtures/visitors.ts";

// A second API on the same database, as if on another machine.
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

const ROUNDS = 20;
const SEEN_AFTER_MS = 2000;

async function leaveGift(api: string, shareCode: string): Promise<string> {
  const gift = { shareCode, senderName: "Bob", message: "Hello", giftAssetId: "card" };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${api}/v1/messages`, { method: "POST", headers, body: JSON.stringify(gift) });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function newest(api: string, shareCode: string, headers = {}): Promise<string | undefined> {
  const answer = await fetch(`${api}/v1/messages/${shareCode}`, { headers });
  return ((await answer.json()) as { data: { id: string }[] }).data[0]?.id;
}

test("shows a gift left through one API through another after two seconds, and at once with no-cache", async () => {
  const second = await startSecondApi(folder, { ...withoutLimits, DATA_DIR: elsewhere });
  const { code } = await createTree(service.site);
  const pair = [service.api, second.api] as const;
  let lastGift = "";
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [one, other] = round % 2 === 0 ? pair : pair.toReversed();
    await Promise.all(pair.map((api) => newest(api, code)));
    lastGift = await leaveGift(one ?? "", code);
    expect(await newest(one ?? "", code)).toBe(lastGift);
    expect(await newest(other ?? "", code, { "cache-control": "no-cache" })).toBe(lastGift);
  }
  await Promise.all(pair.map((api) => newest(api, code)));
  lastGift = await leaveGift(service.api, code);
  await Bun.sleep(SEEN_AFTER_MS);
  expect(await newest(second.api, code)).toBe(lastGift);

  // The site's API has the page cached, and another API creates the gift.
  const page = `/send-message?tree=${code}`;
  const thanks = async (address: string) => {
    const answer = await fetch(service.site + address, { headers: { cookie: cookieOfOutcome(address) } });
    return (await answer.text()).includes('id="thanks"');
  };
  expect(await thanks(page)).toBe(false);
  lastGift = await leaveGift(second.api, code);
  expect(await thanks(`${page}&hung=${lastGift}`)).toBe(true);
  await second.stop();
}, 120_000);
