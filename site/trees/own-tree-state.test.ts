import { expect, test } from "bun:test";
import { ownTreeState } from "./own-tree-state.ts";

const tree = { takenDownFor: null, isOpen: false, isPaused: false, giftCount: 1 };
const open = { ...tree, isOpen: true };
const gift = { id: "a" };

const shown = (
  of: Parameters<typeof ownTreeState>[0],
  { gifts = [gift], query = "" }: { gifts?: { id: string }[]; query?: string } = {},
) => ownTreeState(of, gifts, new URLSearchParams(query));

test("has a link to share before the opening day, whether there are gifts or not, and while it is paused", () => {
  expect(shown(tree)).toEqual({ is: "closed", done: null, list: "gifts", takesGifts: true });
  expect(shown({ ...tree, giftCount: 0 }, { gifts: [] })).toMatchObject({ is: "closed", list: "none" });
  expect(shown({ ...tree, isPaused: true })).toMatchObject({ is: "closed", takesGifts: false });
});

test("has gifts to unwrap from that day on, or a link to share if none came", () => {
  expect(shown(open)).toMatchObject({ is: "open", takesGifts: true });
  expect(shown({ ...open, giftCount: 0 }, { gifts: [] })).toMatchObject({ is: "empty", list: "gifts" });
});

test("has nothing to share or to unwrap once a moderator took it down, and takes no gifts", () => {
  for (const each of [tree, open])
    expect(shown({ ...each, takenDownFor: "spam" })).toEqual({
      is: "takenDown",
      reason: "spam",
      done: null,
      list: "gifts",
      takesGifts: false,
    });
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
