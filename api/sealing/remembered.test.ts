import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { makeShareCode } from "#contract/codes";
import { type OpenedKey, rememberedKeys } from "./remembered.ts";
import { TREE_KEY_BYTES, WRAPPED_KEY_BYTES } from "./tree-key.ts";

const aKey = (): OpenedKey => ({ wrapped: randomBytes(WRAPPED_KEY_BYTES), treeKey: randomBytes(TREE_KEY_BYTES) });
const aCode = () => makeShareCode((count) => randomBytes(count));

test("a tree's key is that tree's, or it is not there, however many come and go", () => {
  const remembered = rememberedKeys(256);
  const truth = new Map<string, OpenedKey>();
  for (let n = 0; n < 2000; n += 1) {
    const [code, key] = [aCode(), aKey()];
    truth.set(code, key);
    remembered.set(code, key);
    expect(remembered.get(code)).toEqual(key);
  }
  const kept = [...truth].filter(([code]) => remembered.get(code) !== undefined);
  expect(kept).toHaveLength(256);
  for (const [code, key] of kept) expect(remembered.get(code)).toEqual(key);
});

test("what was handed out stays as it is when its place goes to another tree, and when it is wrapped anew", () => {
  const remembered = rememberedKeys(1);
  const [first, second] = [aKey(), aKey()];
  const [one, other] = [aCode(), aCode()];
  remembered.set(one, first);
  const handedOut = remembered.get(one);
  remembered.set(other, second);
  expect(handedOut).toEqual(first);
  expect(remembered.get(one)).toBeUndefined();
  const anew = { ...second, wrapped: randomBytes(WRAPPED_KEY_BYTES) };
  remembered.set(other, anew);
  expect(remembered.get(other)).toEqual(anew);
  remembered.delete(other);
  expect(remembered.get(other)).toBeUndefined();
});

test("a key of another length is not remembered, and its neighbours stay whole", () => {
  const remembered = rememberedKeys(32);
  const keys = Array.from({ length: 16 }, () => [aCode(), aKey()] as const);
  for (const [code, key] of keys) remembered.set(code, key);
  const strange = aCode();
  remembered.set(strange, { ...aKey(), wrapped: randomBytes(WRAPPED_KEY_BYTES + 64) });
  remembered.set(strange, { ...aKey(), treeKey: randomBytes(TREE_KEY_BYTES - 1) });
  expect(remembered.get(strange)).toBeUndefined();
  for (const [code, key] of keys) expect(remembered.get(code)).toEqual(key);
});
