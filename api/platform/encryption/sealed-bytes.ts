import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/**
 * Layout of sealed bytes: the version, the nonce, the ciphertext (as long as the plaintext), and the authentication
 * tag.
 */
const VERSION = 1;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

const CIPHER = "aes-256-gcm";

/** The bytes do not open: wrong key, wrong place, or changed since. Which of these cannot be told. */
export class CannotOpen extends Error {}

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

/** Returns the plaintext sealed for this place. Throws CannotOpen. */
export function open(key: Uint8Array, sealed: Uint8Array, place: readonly string[]): Buffer {
  if (sealed.length < OVERHEAD_BYTES || sealed[0] !== VERSION) throw new CannotOpen();
  const tagAt = sealed.length - TAG_BYTES;
  const opener = createDecipheriv(CIPHER, key, sealed.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
  opener.setAAD(bytesOf(place));
  opener.setAuthTag(sealed.subarray(tagAt));
  try {
    return Buffer.concat([opener.update(sealed.subarray(1 + NONCE_BYTES, tagAt)), opener.final()]);
  } catch {
    throw new CannotOpen();
  }
}

/** Encoded as JSON, so that no two places have the same bytes. */
function bytesOf(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([VERSION, ...place]));
}
