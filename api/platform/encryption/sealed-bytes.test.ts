import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { MESSAGE_MAX, SENDER_NAME_MAX } from "#contract/limits";
import { pad, unpad } from "./padding.ts";
import { CannotOpen, NONCE_BYTES, OVERHEAD_BYTES, open, seal } from "./sealed-bytes.ts";
import { makeTreeKey, openField, sealField, unwrapTreeKey, wrapTreeKey } from "./tree-key.ts";

const key = randomBytes(32);
const [tree, gift] = ["aB3dE5gH", "f907d062-5101-46c4-a2e2-7a80368f625a"];
const messageKey = { id: "k1", bytes: randomBytes(32) };

describe("a sealed text", () => {
  test("opens to what it was, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: MESSAGE_MAX }), (text) => {
        expect(openField(key, "text", tree, gift, sealField(key, "text", tree, gift, text))).toBe(text);
      }),
    );
  });

  test("opens with no other key, on no other tree, for no other gift and as nothing else", () => {
    const sealed = sealField(key, "text", tree, gift, "Merry Christmas");
    expect(openField(key, "text", tree, gift, sealed)).toBe("Merry Christmas");
    expect(openField(makeTreeKey(), "text", tree, gift, sealed)).toBeNull();
    expect(openField(key, "text", "aB3dE5gh", gift, sealed)).toBeNull();
    expect(openField(key, "text", tree, crypto.randomUUID(), sealed)).toBeNull();
    expect(openField(key, "sender name", tree, gift, sealed)).toBeNull();
  });

  test("does not open once any one bit of it is another, or it is shorter or longer", () => {
    const sealed = sealField(key, "text", tree, gift, "Merry Christmas");
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openField(key, "text", tree, gift, changed)).toBeNull();
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(openField(key, "text", tree, gift, sealed.subarray(0, length))).toBeNull();
    }
    expect(openField(key, "text", tree, gift, Buffer.concat([sealed, Buffer.of(0)]))).toBeNull();
  });

  test("is another one each time: 20,000 nonces, none twice, and none of their bytes stands still", () => {
    const nonces = Array.from({ length: 20_000 }, () => seal(key, Buffer.of(1), []).subarray(1, 1 + NONCE_BYTES));
    expect(new Set(nonces.map((nonce) => nonce.toString("hex"))).size).toBe(nonces.length);
    for (let place = 0; place < NONCE_BYTES; place += 1) {
      expect(new Set(nonces.map((nonce) => nonce[place])).size).toBe(256);
    }
  });

  test("is told apart from another by steps of 64 bytes alone", () => {
    const lengthOf = (text: string) => sealField(key, "text", tree, gift, text).length - OVERHEAD_BYTES;
    expect(["I", "No", "Yes", "a".repeat(63)].map(lengthOf)).toEqual([64, 64, 64, 64]);
    expect([lengthOf("a".repeat(64)), lengthOf("a".repeat(127)), lengthOf("a".repeat(128))]).toEqual([128, 128, 192]);
    expect(lengthOf("🎄".repeat(MESSAGE_MAX))).toBe(32 * 64);
    expect(lengthOf("🎄".repeat(SENDER_NAME_MAX))).toBe(2 * 64);
  });
});

test("padding is taken off exactly, also from bytes that look like padding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const padded = pad(bytes);
      expect(padded.length % 64).toBe(0);
      expect(unpad(padded)).toEqual(Buffer.from(bytes));
    }),
  );
  for (const bytes of [[], [0x80], [0x80, 0, 0], [0, 0], Array(64).fill(0)]) {
    expect(unpad(pad(Uint8Array.from(bytes)))).toEqual(Buffer.from(bytes));
  }
  expect(() => unpad(Buffer.alloc(64))).toThrow();
});

test("a tree's key opens with its message key, for its own tree", () => {
  const treeKey = makeTreeKey();
  const { keyId, wrapped } = wrapTreeKey(messageKey, treeKey, tree);
  expect(keyId).toBe("k1");
  expect(wrapped.includes(treeKey)).toBe(false);
  expect(unwrapTreeKey(messageKey, wrapped, tree)).toEqual(treeKey);
  expect(() => unwrapTreeKey({ id: "k1", bytes: randomBytes(32) }, wrapped, tree)).toThrow(CannotOpen);
  expect(() => unwrapTreeKey(messageKey, wrapped, "zzzzzzzz")).toThrow(CannotOpen);
});

test("what was sealed by this version opens for ever: these bytes are from its first day", () => {
  const sealed = Buffer.from("ASQGSEO1Pn2bHYR7aUWjpt7wI-wczfqefr9ou8Nmixi2mA3hEkwQMFEN3Ao", "base64url");
  expect(open(Buffer.alloc(32, 7), sealed, ["text", tree, gift]).toString()).toBe("Merry Christmas");
});
