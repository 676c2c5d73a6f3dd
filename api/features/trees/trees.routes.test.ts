import { afterAll, expect, test } from "bun:test";
import type { Tree } from "#contract/trees";
import { testApp } from "../../app.test-utils.ts";

const service = await testApp();
const owner = await service.signedInOwner();
afterAll(() => service.close());

test("shows a tree's name, type, day and count to anybody with the code, and nothing of its owner", async () => {
  const { shareCode } = await service.createTree(owner, {
    name: "Büro 🎄",
    type: "birthday",
    timeZone: "Europe/Berlin",
  });
  await service.addGift(shareCode);
  const { status, data } = await service.get<Tree>(`/v1/trees/${shareCode}`);
  expect(status).toBe(200);
  expect(data).toEqual({
    shareCode,
    name: "Büro 🎄",
    organizerName: null,
    type: "birthday",
    openingDay: "2026-12-25",
    giftCount: 1,
    timeZone: "Europe/Berlin",
    isOpen: false,
    isPaused: false,
    takesGiftsUntil: null,
  });
});

test("shows at once that a tree is paused, and nothing else changes", async () => {
  const { shareCode } = await service.createTree(owner);
  const path = `/v1/trees/${shareCode}`;
  const before = await service.get<Tree>(path);
  for (const isPaused of [true, false]) {
    await owner.patch(`/owner/trees/${shareCode}`, { isPaused });
    const now = await service.get<Tree>(path);
    expect(now.data).toEqual({ ...before.data, isPaused });
    expect(now.headers.get("etag")).not.toBe(before.headers.get("etag"));
  }
});

test("share codes are case-sensitive", async () => {
  const { shareCode } = await service.createTree(owner);
  const other = shareCode === shareCode.toLowerCase() ? shareCode.toUpperCase() : shareCode.toLowerCase();
  expect((await service.get(`/v1/trees/${other}`)).status).toBe(404);
});

test("unknown and deleted trees get the same response, byte for byte except the request id", async () => {
  const { shareCode } = await service.createTree(owner);
  await owner.delete(`/owner/trees/${shareCode}`);
  for (const resource of ["trees", "messages"]) {
    const felled = await service.get(`/v1/${resource}/${shareCode}`);
    const unknown = await service.get(`/v1/${resource}/zzzzzzzz`);
    expect([felled.status, felled.error.code]).toEqual([404, "tree_not_found"]);
    const [ofFelled, ofUnknown] = [felled, unknown].map(({ text, error }) => text.replace(error.requestId, ""));
    expect(ofFelled).toBe(ofUnknown ?? "");
  }
});

test("a tree opens by the server's clock, at 00:00 in its own time zone", async () => {
  const { shareCode } = await service.createTree(owner, { timeZone: "America/New_York" });
  const isOpenAt = async (moment: string) => {
    service.setTime(moment);
    return (await service.get<Tree>(`/v1/trees/${shareCode}`)).data.isOpen;
  };
  expect(await isOpenAt("2026-12-25T04:59:59.999Z")).toBe(false);
  expect(await isOpenAt("2026-12-25T05:00:00.000Z")).toBe(true);
});
