import { expect, test } from "bun:test";
import type { Tree, TreeType } from "#contract/trees";
import { stringsIn } from "../i18n/strings.ts";
import { greetingOf, ownTreeState, tellsOfDeletion } from "./own-tree.ts";

test.each([
  ["2026-12-25T00:00:00Z", false],
  ["2027-11-25T14:59:59Z", false],
  ["2027-11-25T15:00:00Z", true],
  ["2028-03-01T00:00:00Z", true],
])("at %s it is %p that the tree's page announces its deletion", (moment, tells) => {
  expect(tellsOfDeletion({ deletionDay: "2028-01-25", timeZone: "Asia/Seoul" }, new Date(moment))).toBe(tells);
});

const tree = {
  ...{ takenDownFor: null, isOpen: false, isPaused: false, giftCount: 1 },
  ...{ thanks: null, thanksTakenDownFor: null },
};
const open = { ...tree, isOpen: true };
const gift = { isOpened: false, isHidden: false, takenDownFor: null };
const opened = { ...gift, isOpened: true };

type Page = { gifts?: (typeof gift)[]; query?: string; next?: string | null };
const shown = (of: Parameters<typeof ownTreeState>[0], { gifts = [gift], query = "", next = null }: Page = {}) =>
  ownTreeState(of, gifts, { next }, new URLSearchParams(query));

test("has a link to share before the opening day, whether there are gifts or not, and while it is paused", () => {
  expect(shown(tree)).toEqual({
    ...{ next: "share", done: null, list: "gifts", takesGifts: true },
    ...{ isUnwrapped: false, canThank: false, isLive: true },
  });
  expect(shown({ ...tree, giftCount: 0 }, { gifts: [] })).toMatchObject({ next: "share", list: "none" });
  expect(shown({ ...tree, isPaused: true })).toMatchObject({ next: "share", takesGifts: false });
});

test("has gifts to unwrap from that day on, or a link to share if none came", () => {
  expect(shown(open)).toMatchObject({ next: "unwrap", takesGifts: true, canThank: true });
  expect(shown({ ...open, giftCount: 0 }, { gifts: [] })).toMatchObject({
    next: "share",
    list: "gifts",
    canThank: false,
  });
});

test("leads to thanks once all gifts are unwrapped that are shown unasked, then to the keepsake", () => {
  const gifts = [opened, { ...gift, isHidden: true }];
  expect(shown(open, { gifts })).toMatchObject({ next: "thank", isUnwrapped: true });
  expect(shown({ ...open, thanks: "Thank you!" }, { gifts })).toMatchObject({ next: "keep", canThank: true });
  const thanked = { ...open, thanks: "Thank you!" };
  expect(shown(thanked, { gifts, query: "thanked" })).toMatchObject({ next: "share", canThank: true });
  for (const page of [{ next: "older" }, { query: "before=x" }])
    expect(shown(open, { gifts, ...page })).toMatchObject({ next: "unwrap", isUnwrapped: false });
});

test("takes no other thanks after a moderator took one down, but keeps what there is", () => {
  const refused = { ...open, thanksTakenDownFor: "spam" as const };
  expect(shown(refused).canThank).toBe(false);
  expect(shown({ ...refused, thanks: "Thank you!" }).canThank).toBe(true);
});

test("has nothing to share or to unwrap once a moderator took it down, and takes no gifts", () => {
  for (const each of [tree, open])
    expect(shown({ ...each, takenDownFor: "spam" })).toMatchObject({
      ...{ next: null, list: "gifts", takesGifts: false },
      ...{ canThank: false, isLive: false },
    });
});

test("is not renewed among older gifts, nor while some are selected", () => {
  for (const query of ["before=x", "select"]) expect(shown(tree, { query }).isLive).toBe(false);
});

test("lists gifts to select if there are any", () => {
  expect(shown(tree, { query: "select" }).list).toBe("selection");
  expect(shown(tree, { query: "select=all" }).list).toBe("selection");
  expect(shown(tree, { query: "select", gifts: [] }).list).toBe("none");
});

test("does not say of an older page whose gifts are gone that none came", () => {
  expect(shown(tree, { query: "before=x", gifts: [] }).list).toBe("gifts");
});

test.each([
  ["created", "created"],
  ["confirmed", "confirmed"],
  ["saved", "saved"],
  ["hidden=", "hidden"],
  ["shown=&before=x", "shown"],
  ["names=&before=x", "names"],
  ["deleted=2", { deleted: 2 }],
  ["deleted=0", "deletedBefore"],
  ["deleted=many", null],
  ["select", null],
])("says for %p what its owner did: %p", (query, done) => {
  expect(shown(tree, { query }).done).toEqual(done as "saved");
});

const greeted = (type: TreeType, openingDay: string, now: string, change: Partial<Tree> = {}) => {
  const tree = { type, openingDay, timeZone: "Asia/Seoul", ownerName: "Mina", isOpen: true, ...change } as Tree;
  return greetingOf(tree, stringsIn.en, new Date(now));
};

test("greets an owner for the occasion on its day, where they are", () => {
  expect(greeted("christmas", "2026-12-25", "2026-12-24T15:00:00Z")).toBe("Merry Christmas, Mina!");
  expect(greeted("valentine", "2027-02-14", "2027-02-14T03:00:00Z")).toBe("Happy Valentine's Day, Mina!");
  expect(greeted("birthday", "2026-07-01", "2026-07-01T03:00:00Z", { ownerName: undefined })).toBe("Happy birthday!");
});

test("says only that it is the day if it is not the occasion's", () => {
  expect(greeted("christmas", "2026-11-30", "2026-11-30T03:00:00Z")).toBe("Today's the day!");
  expect(greeted("valentine", "2027-03-14", "2027-03-14T03:00:00Z")).toBe("Today's the day!");
});

test("greets nobody before the tree is open, or on a later day", () => {
  expect(greeted("christmas", "2026-12-25", "2026-12-24T14:59:59Z", { isOpen: false })).toBeNull();
  expect(greeted("christmas", "2026-12-25", "2026-12-26T15:00:00Z")).toBeNull();
});
