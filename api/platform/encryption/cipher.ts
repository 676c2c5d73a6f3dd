import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { MessageKey } from "./message-keys.ts";

/**
 * Layout of sealed bytes: the version, the nonce, the ciphertext (as long as the plaintext), and the authentication
 * tag.
 */
const VERSION = 1;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

const CIPHER = "aes-256-gcm";

/**
 * Seals bytes for one place, named by `place`: they open only with the same key and place. The nonce is random: one key
 * is safe for about four billion (2^32) seals.
 */
export function seal(key: Uint8Array, bytes: Uint8Array, place: readonly string[]): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bytesOf(place));
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Returns the plaintext sealed for this place. Null for a wrong key, a wrong place, or bytes that were changed since: which of
 * these cannot be told.
 */
export function open(key: Uint8Array, sealed: Uint8Array, place: readonly string[]): Buffer | null {
  if (sealed.length < OVERHEAD_BYTES || sealed[0] !== VERSION) return null;
  const tagAt = sealed.length - TAG_BYTES;
  const opener = createDecipheriv(CIPHER, key, sealed.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
  opener.setAAD(bytesOf(place));
  opener.setAuthTag(sealed.subarray(tagAt));
  try {
    return Buffer.concat([opener.update(sealed.subarray(1 + NONCE_BYTES, tagAt)), opener.final()]);
  } catch {
    return null;
  }
}

/** Seals a text, padded. */
export const sealText = (key: Uint8Array, text: string, place: readonly string[]): Buffer =>
  seal(key, pad(Buffer.from(text)), place);

/** Returns null if the text cannot be opened: one that is damaged must not hide the others. */
export function openText(key: Uint8Array, sealed: Uint8Array, place: readonly string[]): string | null {
  const padded = open(key, sealed, place);
  return padded && unpad(padded).toString();
}

/**
 * Texts are padded to multiples of this: ciphertext is as long as its plaintext, and an exact length reveals something.
 */
const PADDING_STEP_BYTES = 64;

const MARK = 0x80;

/** Appends a mark and zeros up to the next step: 1 to 64 bytes, never none. */
export function pad(bytes: Uint8Array): Buffer {
  const steps = Math.floor(bytes.length / PADDING_STEP_BYTES) + 1;
  const padded = Buffer.alloc(steps * PADDING_STEP_BYTES);
  padded.set(bytes);
  padded[bytes.length] = MARK;
  return padded;
}

/** Removes the padding. Throws if there is no mark: the bytes were not padded by `pad`. */
export function unpad(padded: Buffer): Buffer {
  let end = padded.length;
  while (end > 0 && padded[end - 1] === 0) end -= 1;
  if (end === 0 || padded[end - 1] !== MARK) throw new Error("these bytes were not padded");
  return padded.subarray(0, end - 1);
}

/** Encoded as JSON, so that no two places have the same bytes. */
function bytesOf(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([VERSION, ...place]));
}

/** A tree's key as stored: wrapped by the message key that `keyId` names. */
export type StoredTreeKey = { keyId: string; wrapped: Buffer };
/** With its tree's share code and the id of its gift, report or moderation act, the place that a text is sealed for. */
export type SealedField = "text" | "sender name" | "reply" | "reported text" | "note";

const TREE_KEY_BYTES = 32;

export const makeTreeKey = (): Buffer => randomBytes(TREE_KEY_BYTES);

export function wrapTreeKey(messageKey: MessageKey, treeKey: Buffer, shareCode: string): StoredTreeKey {
  return { keyId: messageKey.id, wrapped: seal(messageKey.bytes, treeKey, ["tree key", shareCode]) };
}

/** Returns null if it is damaged, or wrapped by another message key. */
export function unwrapTreeKey(messageKey: MessageKey, wrapped: Buffer, shareCode: string): Buffer | null {
  return open(messageKey.bytes, wrapped, ["tree key", shareCode]);
}

const SIGNATURE_BYTES = 16;

export type Use = "take back" | "report reply";

/** Signs what one gift of the tree may be used for, with a key of its own that is derived from the tree's key. */
export function signGift(treeKey: Buffer, use: Use, shareCode: string, id: string, text: string): string {
  const key = Buffer.from(hkdfSync("sha256", treeKey, "", `tree-gifting ${use}`, TREE_KEY_BYTES));
  const signature = createHmac("sha256", key)
    .update(JSON.stringify([shareCode, id, text]))
    .digest();
  return signature.subarray(0, SIGNATURE_BYTES).toString("base64url");
}
