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

test("accepts acknowledged gifts that exist once, also beside unacknowledged ones", () => {
  const letters = [letter("one", "1"), letter("two", "2"), letter("hangs unheard"), letter("never came")];
  expect(judge(letters, [found("1", "one"), found("2", "two"), found("3", "hangs unheard")])).toEqual(SOUND);
});

test.each([
  ["is missing", [found("2", "two")]],
  ["has another gift's text", [found("1", "two"), found("2", "two")]],
  ["cannot be decrypted", [found("1", null), found("2", "two")]],
])("counts an acknowledged gift as lost if it %s", (_, there) => {
  expect(judge([letter("one", "1"), letter("two", "2")], there).lost).toBe(1);
});

test("counts a gift that exists twice as doubled, acknowledged or not", () => {
  const letters = [letter("one", "1"), letter("two")];
  const there = [found("1", "one"), found("9", "one"), found("7", "two"), found("8", "two")];
  expect(judge(letters, there).doubled).toBe(2);
});

test("counts a gift as doubled if its repeat got another ID", () => {
  expect(judge([letter("one", "1", "2")], [found("1", "one")])).toMatchObject({ doubled: 1, lost: 1 });
});

test("counts a gift as strange that was never sent, or cannot be decrypted", () => {
  expect(judge([], [found("1", "who?"), found("2", null)]).strange).toBe(2);
});
