import { expect, test } from "bun:test";
import type { Tree, TreeType } from "#contract/trees";
import { stringsIn } from "../i18n/strings.ts";
import { greetingOf } from "./greeting.ts";

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
