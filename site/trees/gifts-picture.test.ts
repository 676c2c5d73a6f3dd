import { afterAll, beforeAll, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { GIFT_IDS } from "#contract/gifts";
import type { TestApp, TestOwner } from "../../api/app.test-utils.ts";
import { apiClient } from "../api-client.ts";
import { stringsIn } from "../i18n/strings.ts";
import { listeningApp } from "../listening-app.test-utils.ts";
import { GET } from "../pages/tree-picture/[code]/gifts.svg.ts";
import { markupErrors } from "../tree-picture/well-formed.test-utils.ts";

let service: TestApp;
let owner: TestOwner;

beforeAll(async () => {
  service = await listeningApp();
  owner = await service.signedInOwner();
});
afterAll(() => service.close());

const askFor = async (code: string, headers: Record<string, string> = {}, query = "") => {
  const request = new Request(`http://ours/here${query}`, { headers });
  const api = apiClient({ address: "192.0.2.1", forwardedFor: null, cookie: null });
  return GET({ params: { code }, request, locals: { api, strings: stringsIn.en } } as never);
};

test("draws a tree's gifts without names and scene, wrapped also after the opening day", async () => {
  service.setTime("2026-11-30T12:00:00Z");
  const { shareCode } = await service.createTree(owner, { openingDay: "2026-12-25", timeZone: "UTC" });
  await service.addGift(shareCode, { senderName: "Ann", showSenderName: true, giftAssetId: "bell" });
  await service.addGift(shareCode, { giftAssetId: "rose" });
  for (const time of ["2026-11-30T12:00:00Z", "2026-12-25T00:00:00Z"]) {
    service.setTime(time);
    const answer = await askFor(shareCode);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    const wrapped = await answer.text();
    expect(markupErrors(wrapped)).toEqual([]);
    expect(wrapped.match(/href="#tree-parcel-/g)).toHaveLength(2);
    expect(wrapped).not.toMatch(/Ann|data-gift|tree-bell/);
  }
});

test("answers an unchanged picture with 304, and a changed one whole", async () => {
  const { shareCode } = await service.createTree(owner);
  await service.addGift(shareCode);
  const known = { "if-none-match": (await askFor(shareCode)).headers.get("etag") ?? "" };
  expect((await askFor(shareCode, known)).status).toBe(304);
  await service.addGift(shareCode);
  expect((await askFor(shareCode, known)).status).toBe(200);
});

test("leads away from the address of another version", async () => {
  const { shareCode } = await service.createTree(owner);
  await service.addGift(shareCode);
  expect((await askFor(shareCode, {}, "?v=classic-1")).status).toBe(200);
  const { status, headers } = await askFor(shareCode, {}, "?v=classic-2");
  expect([status, headers.get("location"), headers.get("cache-control")]).toEqual([302, "/here", "no-store"]);
});

test("is smaller than 4 kB compressed with a dozen gifts, and 8 kB with sixty", async () => {
  service.setTime("2026-12-25T00:00:00Z");
  const { shareCode } = await service.createTree(owner, { openingDay: "2026-12-25", timeZone: "UTC" });
  const addGifts = async (from: number, to: number) => {
    for (let gift = from; gift < to; gift += 1)
      await service.addGift(shareCode, { giftAssetId: GIFT_IDS[(gift * 5) % GIFT_IDS.length] });
  };
  const size = async () => gzipSync(await (await askFor(shareCode)).text()).length;
  await addGifts(0, 12);
  expect(await size()).toBeLessThan(4_000);
  await addGifts(12, 60);
  expect(await size()).toBeLessThan(8_000);
});

test("answers 404 for a tree that is unknown or taken down, and for what is no code", async () => {
  const { shareCode } = await service.createTree(owner);
  await service.database.$client`update trees set taken_down_for = 'spam' where share_code = ${shareCode}`;
  for (const code of ["zzzzzzzz", shareCode, "christmas-day", ".."]) expect((await askFor(code)).status).toBe(404);
});
