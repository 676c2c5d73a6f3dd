import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { GiftReceipt } from "#contract/messages";
import { aGift, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
});
beforeEach(async () => {
  shareCode = (await service.createTree(owner)).shareCode;
});
afterAll(() => service.close());

const post = <Data>(path: string, key: string, body: unknown) =>
  service.ask<Data>(path, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
const sendGift = (key: string) => post<GiftReceipt>("/v1/messages", key, aGift(shareCode));
const report = (key: string) => post<unknown>("/v1/reports", key, { shareCode, reason: "spam" });
const giftCount = async () => (await service.get<{ giftCount: number }>(`/v1/trees/${shareCode}`)).data.giftCount;

describe("Idempotency-Key", () => {
  test.each([
    ["an empty string", ""],
    ["256 characters", "a".repeat(256)],
    ["a space inside", "two words"],
    ["a tab inside", "two\twords"],
    ["a letter outside ASCII", "clé"],
    ["a list of two", "one, two"],
  ])("is refused by name if it is malformed, and nothing is done: %s", async (_, key) => {
    for (const { status, error, text } of [await sendGift(key), await report(key)]) {
      expect([status, error.code]).toEqual([400, "validation_failed"]);
      expect(error.details).toEqual([{ field: "Idempotency-Key", reason: "malformed" }]);
      if (key !== "") expect(text).not.toContain(key);
    }
    expect(await giftCount()).toBe(0);
  });

  test("may have up to 255 visible ASCII characters of any kind", async () => {
    const visible = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join("");
    for (const key of ["x", visible, `${visible}${visible}`.padEnd(255, "~")]) {
      const { data } = await sendGift(key);
      expect((await sendGift(key)).data.id).toBe(data.id);
    }
  });
});
