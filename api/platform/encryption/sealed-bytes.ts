import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Sealed bytes: this version's number, the nonce, what is sealed at its own length, and the tag that proves it whole. */
export const VERSION = 1;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

const CIPHER = "aes-256-gcm";

/** These bytes do not open: another key, another place, or changed since. Which of them, nobody can tell. */
export class CannotOpen extends Error {}

/**
 * Seals bytes for one place, which `place` names: they open with the same key and for the same place alone.
 * The nonce is random: one key may seal some four thousand million times before two alike become likely.
 */
export function seal(key: Uint8Array, bytes: Uint8Array, place: readonly string[]): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bytesOf(place));
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** What was sealed for that place. Throws CannotOpen. */
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

/** As JSON, so that no two places read alike. */
function bytesOf(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([VERSION, ...place]));
}
