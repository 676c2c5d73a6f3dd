import { expect, test } from "bun:test";
import { judge } from "./judge.ts";
import type { Letter } from "./letters.ts";

const letter = (text: string, ...ids: string[]): Letter => ({
  shareCode: "abcdefgh",
  key: text,
  text,
  ids: new Set(ids),
});
const found = (id: string, text: string | null) => ({ id, text });
const SOUND = { acknowledged: 2, lost: 0, doubled: 0, strange: 0 };

test("what was acknowledged and hangs once is sound, also beside what was never acknowledged", () => {
  const letters = [letter("one", "1"), letter("two", "2"), letter("hangs unheard"), letter("never came")];
  expect(judge(letters, [found("1", "one"), found("2", "two"), found("3", "hangs unheard")])).toEqual(SOUND);
});

test.each([
  ["is not there", [found("2", "two")]],
  ["hangs with another's text", [found("1", "two"), found("2", "two")]],
  ["does not open", [found("1", null), found("2", "two")]],
])("a gift that was acknowledged and %s is lost", (_, there) => {
  expect(judge([letter("one", "1"), letter("two", "2")], there).lost).toBe(1);
});

test("a letter that hangs twice is doubled, whether it was acknowledged or not", () => {
  const letters = [letter("one", "1"), letter("two")];
  const there = [found("1", "one"), found("9", "one"), found("7", "two"), found("8", "two")];
  expect(judge(letters, there).doubled).toBe(2);
});

test("a letter whose repeat got another id is doubled", () => {
  expect(judge([letter("one", "1", "2")], [found("1", "one")])).toMatchObject({ doubled: 1, lost: 1 });
});

test("a gift that nobody wrote, and one that does not open, are strange", () => {
  expect(judge([], [found("1", "who?"), found("2", null)]).strange).toBe(2);
});
