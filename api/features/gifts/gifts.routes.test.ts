import { afterAll, describe, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { GIFT_IDS } from "#contract/gifts";
import type { GiftReceipt, ListedGift, OwnersGift } from "#contract/messages";
import type { Tree } from "#contract/trees";
import { aGift, testApp } from "../../app.test-utils.ts";
import { gifts } from "../../platform/db/schema.ts";

const service = await testApp();
const owner = await service.signedInOwner();
afterAll(() => service.close());

const newCode = async (input = {}) => (await service.createTree(owner, input)).shareCode;
const treeOf = async (code: string) => (await service.get<Tree>(`/v1/trees/${code}`)).data;
const listOf = async (code: string, query = "") =>
  (await service.get<ListedGift[]>(`/v1/messages/${code}${query}`)).data;

describe("creating a gift", () => {
  test("returns 201 with a receipt that contains neither the text nor the sender's name", async () => {
    const code = await newCode();
    const { status, data, text } = await service.post<GiftReceipt>("/v1/messages", aGift(code));
    expect(status).toBe(201);
    const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(data).toEqual({ id, shareCode: code, giftAssetId: "snow-globe", createdAt: "2026-11-30", giftCount: 1 });
    expect(text).not.toContain("Warm wishes");
    expect(text).not.toContain('"Ann"');
  });

  test("accepts every gift of the catalog on every tree", async () => {
    const code = await newCode({ type: "valentine" });
    for (const giftAssetId of GIFT_IDS) {
      expect((await service.post("/v1/messages", { ...aGift(code), giftAssetId })).status).toBe(201);
    }
    expect((await listOf(code)).map((gift) => gift.giftAssetId)).toEqual([...GIFT_IDS].reverse());
  });

  test("uses the day in the tree's time zone", async () => {
    const inSeoul = await newCode({ timeZone: "Asia/Seoul" });
    const inHonolulu = await newCode({ timeZone: "Pacific/Honolulu" });
    service.setTime("2026-11-30T15:00:00Z");
    expect((await service.addGift(inSeoul)).createdAt).toBe("2026-12-01");
    expect((await service.addGift(inHonolulu)).createdAt).toBe("2026-11-30");
    service.setTime("2026-11-30T12:00:00Z");
  });

  test("accepts texts of the maximum length, and refuses one more character", async () => {
    const code = await newCode();
    const gift = { ...aGift(code), senderName: "👩‍👩‍👧🎄".repeat(5), message: "🎄".repeat(500) };
    expect((await service.post("/v1/messages", gift)).status).toBe(201);
    const { error } = await service.post("/v1/messages", {
      ...gift,
      senderName: "é".repeat(31),
      message: "🎄".repeat(501),
    });
    expect(error.details).toEqual([
      { field: "senderName", reason: "too_long", max: 30, length: 31 },
      { field: "message", reason: "too_long", max: 500, length: 501 },
    ]);
  });

  test("is refused while the tree is paused, and accepted afterwards", async () => {
    const code = await newCode();
    await owner.patch(`/owner/trees/${code}`, { isPaused: true });
    const { status, error } = await service.post("/v1/messages", aGift(code));
    expect([status, error.code]).toEqual([409, "tree_paused"]);
    expect((await treeOf(code)).giftCount).toBe(0);

    await owner.patch(`/owner/trees/${code}`, { isPaused: false });
    expect((await service.addGift(code)).giftCount).toBe(1);
  });

  test("is possible after the opening day too", async () => {
    const code = await newCode({ openingDay: "2026-11-30" });
    expect((await treeOf(code)).isOpen).toBe(true);
    expect((await service.post("/v1/messages", aGift(code))).status).toBe(201);
  });

  test("is refused for an unknown tree and for a deleted one", async () => {
    const felled = await newCode();
    await owner.delete(`/owner/trees/${felled}`);
    for (const code of ["zzzzzzzz", felled]) {
      const { status, error } = await service.post("/v1/messages", aGift(code));
      expect([status, error.code]).toEqual([404, "tree_not_found"]);
    }
  });

  test("counts 40 concurrent gifts, each at its own position", async () => {
    const code = await newCode();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => service.post<GiftReceipt>("/v1/messages", aGift(code))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201));
    const counts = answers.map(({ data }) => data.giftCount).sort((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(40);

    expect((await treeOf(code)).giftCount).toBe(40);
    const rows = await service.database
      .select()
      .from(gifts)
      .where(eq(gifts.shareCode, code))
      .orderBy(asc(gifts.position));
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });
});

describe("the public listing", () => {
  test("shows a sender's name only if the sender chose so, and never a text", async () => {
    const code = await newCode();
    await service.addGift(code, { senderName: "Hidden by default", message: "secret one" });
    await service.addGift(code, { senderName: "Hidden by choice", message: "secret two", showSenderName: false });
    await service.addGift(code, { senderName: " Shown ", message: "secret three", showSenderName: true });

    const { text, data, status } = await service.get<ListedGift[]>(`/v1/messages/${code}`);
    expect(status).toBe(200);
    const rest = { giftAssetId: "snow-globe", message: "", createdAt: "2026-11-30" } as const;
    expect(data).toEqual([
      { id: expect.any(String), ...rest, senderName: "Shown" },
      { id: expect.any(String), ...rest },
      { id: expect.any(String), ...rest },
    ]);
    expect(text).not.toContain("Hidden");
    expect(text).not.toContain("secret");
    const { data: ownersGifts } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
    expect(ownersGifts.map((gift) => gift.senderName)).toEqual(["Shown", "Hidden by choice", "Hidden by default"]);
    expect(ownersGifts.map((gift) => gift.showSenderName)).toEqual([true, false, false]);
  });

  test("hides the texts after the opening day too", async () => {
    const code = await newCode({ openingDay: "2026-11-30" });
    await service.addGift(code, { message: "for the owner alone", showSenderName: true });
    expect((await treeOf(code)).isOpen).toBe(true);
    expect((await listOf(code)).map((gift) => gift.message)).toEqual([""]);
    for (const path of [`/v1/trees/${code}`, `/v1/messages/${code}`, `/v1/messages/${code}?limit=1`]) {
      expect((await service.ask(path, { headers: { cookie: owner.cookie } })).text).not.toContain("for the owner");
    }
  });

  test("is empty for a tree without gifts, and 404 for an unknown tree", async () => {
    const { data, page } = await service.get<ListedGift[]>(`/v1/messages/${await newCode()}`);
    expect(data).toEqual([]);
    expect(page).toEqual({ next: null, limit: 100, giftCount: 0 });
    const { status, error } = await service.get("/v1/messages/zzzzzzzz");
    expect([status, error.code]).toEqual([404, "tree_not_found"]);
  });
});
