import { createHmac, randomBytes } from "node:crypto";

/** A master key: it seals the keys of trees and no text itself. `id` may be known; it names the key where it was used. */
export type MessageKey = { id: string; bytes: Buffer };
/** The first seals; the others only open what they sealed when they were first. */
export type MessageKeys = readonly [MessageKey, ...MessageKey[]];

const KEY_BYTES = 32;
const KEY_PATTERN = /^(?:(?<id>[A-Za-z0-9_-]{1,32}):)?(?<text>[A-Za-z0-9+/]{43}=)$/;

/** The keys in `ID:KEY,ID:KEY` or in one a line; a bare key gets an id of its own. Null where they are not whole, or one comes twice. */
export function readMessageKeys(text: string): MessageKeys | null {
  const [first, ...others] = text
    .trim()
    .split(/[,\n]/)
    .map((each) => readMessageKey(each.trim()));
  if (!first || others.includes(null)) return null;
  const keys: MessageKeys = [first, ...(others as MessageKey[])];
  const isTwice = (of: (key: MessageKey) => string) => new Set(keys.map(of)).size < keys.length;
  return isTwice(({ id }) => id) || isTwice(({ bytes }) => bytes.toString("base64")) ? null : keys;
}

export function writeMessageKeys(keys: MessageKeys): string {
  return keys.map(({ id, bytes }) => `${id}:${bytes.toString("base64")}\n`).join("");
}

export function makeMessageKey(): MessageKey {
  const bytes = randomBytes(KEY_BYTES);
  return { id: idOf(bytes), bytes };
}

/** Tells a key from another and nothing about it; kept in the database. */
export const fingerprintOf = ({ bytes }: MessageKey): string => keyedHash(bytes, "fingerprint").toString("base64url");

/** A key of another use, made from this one: no two uses share a key. */
export const keyFor = ({ bytes }: MessageKey, use: string): Buffer => keyedHash(bytes, `key for ${use}`);

function readMessageKey(entry: string): MessageKey | null {
  const { id, text } = KEY_PATTERN.exec(entry)?.groups ?? {};
  if (text === undefined) return null;
  const bytes = Buffer.from(text, "base64");
  // The last letter carries bits past the last byte: two spellings of one key would be two keys to us.
  if (bytes.length !== KEY_BYTES || bytes.toString("base64") !== text) return null;
  return { id: id ?? idOf(bytes), bytes };
}

function idOf(bytes: Buffer): string {
  return `key-${keyedHash(bytes, "id").toString("hex").slice(0, 8)}`;
}

function keyedHash(bytes: Buffer, use: string): Buffer {
  return createHmac("sha256", bytes).update(`tree-gifting ${use}`).digest();
}
