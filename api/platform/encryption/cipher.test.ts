import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { MESSAGE_MAX, SENDER_NAME_MAX } from "#contract/limits";
import {
  makeTreeKey,
  NONCE_BYTES,
  OVERHEAD_BYTES,
  open,
  openText,
  pad,
  seal,
  sealText,
  unpad,
  unwrapTreeKey,
  wrapTreeKey,
} from "./cipher.ts";

const key = randomBytes(32);
const [tree, gift] = ["aB3dE5gH", "f907d062-5101-46c4-a2e2-7a80368f625a"];
const messageKey = { id: "k1", bytes: randomBytes(32) };

describe("a sealed text", () => {
  test("opens to the original text, whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: MESSAGE_MAX }), (text) => {
        expect(openText(key, sealText(key, text, ["text", tree, gift]), ["text", tree, gift])).toBe(text);
      }),
    );
  });

  test("does not open with another key, tree, gift or field", () => {
    const sealed = sealText(key, "Merry Christmas", ["text", tree, gift]);
    expect(openText(key, sealed, ["text", tree, gift])).toBe("Merry Christmas");
    expect(openText(makeTreeKey(), sealed, ["text", tree, gift])).toBeNull();
    expect(openText(key, sealed, ["text", "aB3dE5gh", gift])).toBeNull();
    expect(openText(key, sealed, ["text", tree, crypto.randomUUID()])).toBeNull();
    expect(openText(key, sealed, ["sender name", tree, gift])).toBeNull();
  });

  test("does not open if any bit is changed, or if it is shorter or longer", () => {
    const sealed = sealText(key, "Merry Christmas", ["text", tree, gift]);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openText(key, changed, ["text", tree, gift])).toBeNull();
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(openText(key, sealed.subarray(0, length), ["text", tree, gift])).toBeNull();
    }
    expect(openText(key, Buffer.concat([sealed, Buffer.of(0)]), ["text", tree, gift])).toBeNull();
  });

  test("gets a new nonce each time: 20,000 nonces without a repeat or a constant byte", () => {
    const nonces = Array.from({ length: 20_000 }, () => seal(key, Buffer.of(1), []).subarray(1, 1 + NONCE_BYTES));
    expect(new Set(nonces.map((nonce) => nonce.toString("hex"))).size).toBe(nonces.length);
    for (let place = 0; place < NONCE_BYTES; place += 1) {
      expect(new Set(nonces.map((nonce) => nonce[place])).size).toBe(256);
    }
  });

  test("reveals its length only in steps of 64 bytes", () => {
    const lengthOf = (text: string) => sealText(key, text, ["text", tree, gift]).length - OVERHEAD_BYTES;
    expect(["I", "No", "Yes", "a".repeat(63)].map(lengthOf)).toEqual([64, 64, 64, 64]);
    expect([lengthOf("a".repeat(64)), lengthOf("a".repeat(127)), lengthOf("a".repeat(128))]).toEqual([128, 128, 192]);
    expect(lengthOf("🎄".repeat(MESSAGE_MAX))).toBe(32 * 64);
    expect(lengthOf("🎄".repeat(SENDER_NAME_MAX))).toBe(2 * 64);
  });
});

test("removes padding exactly, even from bytes that look like padding", () => {
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

test("opens a tree key only with its message key and for its own tree", () => {
  const treeKey = makeTreeKey();
  const { keyId, wrapped } = wrapTreeKey(messageKey, treeKey, tree);
  expect(keyId).toBe("k1");
  expect(wrapped.includes(treeKey)).toBe(false);
  expect(unwrapTreeKey(messageKey, wrapped, tree)).toEqual(treeKey);
  expect(unwrapTreeKey({ id: "k1", bytes: randomBytes(32) }, wrapped, tree)).toBeNull();
  expect(unwrapTreeKey(messageKey, wrapped, "zzzzzzzz")).toBeNull();
});

test("opens bytes sealed on the first day of this version", () => {
  const sealed = Buffer.from("ASQGSEO1Pn2bHYR7aUWjpt7wI-wczfqefr9ou8Nmixi2mA3hEkwQMFEN3Ao", "base64url");
  expect(open(Buffer.alloc(32, 7), sealed, ["text", tree, gift])?.toString()).toBe("Merry Christmas");
});
