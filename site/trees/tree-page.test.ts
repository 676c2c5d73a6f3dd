import { expect, test } from "bun:test";
import type { ListedGift } from "#contract/messages";
import type { VisitedTree } from "#contract/trees";
import { treePageState } from "./tree-page.ts";

const tree: VisitedTree = {
  shareCode: "aB3dE5gH",
  name: "Ada's tree",
  organizerName: null,
  type: "christmas",
  look: "classic",
  openingDay: "2026-12-25",
  timeZone: "UTC",
  giftCount: 7,
  isOpen: false,
  isPaused: false,
  namesNeedApproval: false,
  gathersUntil: null,
  thanks: null,
  takesGiftsUntil: null,
};
const gifts: ListedGift[] = ["c", "b", "a"].map((id) => ({
  id,
  giftAssetId: "card",
  message: "",
  createdAt: "2026-12-01",
}));
const paused = { ...tree, isPaused: true };

const shown = (found: VisitedTree | number, { isReturned = false, left = null as string | null } = {}) =>
  treePageState(
    typeof found === "number" ? { tree: null, gifts: [], status: found } : { tree: found, gifts, status: 200 },
    {
      isReturned,
      left,
    },
  );

test("invites to leave a gift, before the opening day and after it", () => {
  for (const found of [tree, { ...tree, isOpen: true }]) expect(shown(found)).toEqual({ is: "inviting", tree: found });
});

test("shows a paused tree without a form, but with one that came back", () => {
  expect(shown(paused).is).toBe("paused");
  expect(shown(paused, { isReturned: true }).is).toBe("returned");
});

test("shows a form that came back, whatever was left before", () => {
  expect(shown(tree, { isReturned: true })).toEqual({ is: "returned", tree });
  expect(shown(tree, { isReturned: true, left: "c" }).is).toBe("returned");
});

test("thanks for a gift, with its number on the tree, though the tree was paused since", () => {
  expect(shown(tree, { left: "c" })).toMatchObject({ is: "left", gift: { id: "c" }, number: 7 });
  expect(shown(paused, { left: "a" })).toMatchObject({ is: "left", gift: { id: "a" }, number: 5 });
});

test("does not thank for a gift that is no longer there", () => {
  expect(shown(tree, { left: "d" }).is).toBe("gone");
  expect(shown(tree, { left: "" }).is).toBe("inviting");
});

test.each([400, 404, 429, 503])("says that it shows no tree with the status %i", (status) => {
  for (const left of [null, "c"]) expect(shown(status, { left })).toEqual({ is: "unknown", tree: null });
});

test.each([
  [400, "unknown"],
  [404, "unknown"],
  [429, "unsent"],
  [503, "unsent"],
])(
  "with the status %i, a gift that was sent leads to %p: it stays in its form if there may be a tree",
  (status, is) => {
    expect(shown(status as number, { isReturned: true }).is).toBe(is as "unsent");
  },
);
