import { afterAll, describe, expect, test } from "bun:test";
import type { OwnersGift, OwnersPage } from "#contract/messages";
import type { Tree } from "#contract/trees";
import { testApp } from "../../app.test-utils.ts";

const service = await testApp();
const owner = await service.signedInOwner();
afterAll(() => service.close());

/** Creates a tree well before its opening day, with one gift; returns its code. */
async function treeWithGift(openingDay: string, timeZone: string): Promise<string> {
  service.setTime("2026-09-01T00:00:00Z");
  const { shareCode } = await service.createTree(owner, { openingDay, timeZone });
  await service.addGift(shareCode, { message: "Now you may read" });
  return shareCode;
}

/** Returns what the owner and the public see of the tree at that moment. */
async function seenAt(code: string, moment: number) {
  service.setTime(new Date(moment));
  const gifts = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  const own = await owner.get<Tree>(`/owner/trees/${code}`);
  const { data: tree } = await service.get<Tree>(`/v1/trees/${code}`);
  expect(own.data.isOpen).toBe(tree.isOpen);
  return { texts: gifts.data.map(({ message }) => message), raw: gifts.text, isOpen: tree.isOpen };
}

describe("the owner can read texts from 00:00 of the opening day in the tree's time zone", () => {
  test.each([
    ["Pacific/Kiritimati", "2026-12-25", "2026-12-24T10:00:00Z"],
    ["Asia/Seoul", "2026-12-25", "2026-12-24T15:00:00Z"],
    ["Asia/Kathmandu", "2026-12-25", "2026-12-24T18:15:00Z"],
    ["Europe/Berlin", "2026-12-25", "2026-12-24T23:00:00Z"],
    ["Europe/Berlin", "2027-03-29", "2027-03-28T22:00:00Z"],
    ["UTC", "2027-02-14", "2027-02-14T00:00:00Z"],
    ["America/New_York", "2026-11-02", "2026-11-02T05:00:00Z"],
    ["Pacific/Honolulu", "2028-02-29", "2028-02-29T10:00:00Z"],
    ["Etc/GMT+12", "2026-12-25", "2026-12-25T12:00:00Z"],
  ])("%s on %s: at %s and not a millisecond before", async (timeZone, day, moment) => {
    const code = await treeWithGift(day, timeZone);
    const opens = Date.parse(moment);
    const before = await seenAt(code, opens - 1);
    expect(before.texts).toEqual([null]);
    expect(before.raw).not.toContain("Now you may read");
    expect(before.isOpen).toBe(false);

    for (const after of [opens, opens + 1, opens + 86_400_000 * 400]) {
      const { texts, isOpen } = await seenAt(code, after);
      expect(texts).toEqual(["Now you may read"]);
      expect(isOpen).toBe(true);
    }
  });
});

test.each(["messages", "opening"])(
  "%s have their tree at the same moment, however slowly they are read",
  async (list) => {
    const code = await treeWithGift("2026-12-25", "Asia/Seoul");
    const opens = Date.parse("2026-12-24T15:00:00Z");
    const seen = new Set<boolean>();
    for (let before = 0; before < 40; before += 1) {
      service.setTime(new Date(opens - before), 1);
      const { data, page } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/${list}`);
      const { isOpen } = (page as OwnersPage).tree;
      expect(data[0]?.message !== null).toBe(isOpen);
      seen.add(isOpen);
    }
    expect(seen.size).toBe(2);
  },
);

test("before the opening day, the owner sees senders and gifts, but no texts", async () => {
  const code = await treeWithGift("2026-12-25", "Asia/Seoul");
  const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  expect(data).toEqual([
    {
      id: expect.any(String),
      giftAssetId: "snow-globe",
      senderName: "Ann",
      showSenderName: false,
      nameAwaitsApproval: false,
      message: null,
      reply: null,
      isOpened: false,
      isHidden: false,
      isNew: true,
      createdAt: "2026-09-01",
      takenDownFor: null,
    },
  ]);
});

test("changing the opening day changes when the texts open, earlier and later", async () => {
  const code = await treeWithGift("2026-12-25", "Asia/Seoul");
  await owner.patch(`/owner/trees/${code}`, { openingDay: "2026-12-24" });
  expect((await seenAt(code, Date.parse("2026-12-23T14:59:59.999Z"))).texts).toEqual([null]);
  await owner.patch(`/owner/trees/${code}`, { openingDay: "2027-01-01" });
  expect((await seenAt(code, Date.parse("2026-12-24T15:00:00Z"))).texts).toEqual([null]);
  expect((await seenAt(code, Date.parse("2026-12-31T15:00:00Z"))).texts).toEqual(["Now you may read"]);
});

test("a gift created after the opening can be read at once, but only by the owner", async () => {
  const code = await treeWithGift("2026-12-25", "Asia/Seoul");
  service.setTime("2026-12-26T00:00:00Z");
  await service.addGift(code, { message: "Late, but here" });
  const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  expect(data.map(({ message }) => message)).toEqual(["Late, but here", "Now you may read"]);

  const other = await service.signedInOwner();
  const { status, text } = await other.get(`/owner/trees/${code}/messages`);
  expect(status).toBe(404);
  expect(text).not.toContain("Late, but here");
});

test("a text is returned as it was written: in NFC, with its indentation, line breaks and emoji", async () => {
  const { shareCode } = await service.createTree(owner, { openingDay: "2026-12-26" });
  service.setTime("2026-12-26T00:00:00Z");
  const written = "  Für dich 👩‍👩‍👧\r\n\r\n한글 — 'quotes' \"and\" <b>tags</b> \\n $1 %s";
  await service.addGift(shareCode, { message: `\n${written.normalize("NFD")}  ` });
  const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${shareCode}/messages`);
  expect(data[0]?.message).toBe(written.replaceAll("\r\n", "\n"));
});
