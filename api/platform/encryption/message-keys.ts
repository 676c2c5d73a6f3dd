import { createHmac, randomBytes } from "node:crypto";

/** A master key: it seals tree keys, never texts. The `id` is not secret; it is stored with what the key sealed. */
export type MessageKey = { id: string; bytes: Buffer };
/** The first key seals; the others only open what they sealed earlier. */
export type MessageKeys = readonly [MessageKey, ...MessageKey[]];

const KEY_BYTES = 32;
const KEY_PATTERN = /^(?:(?<id>[A-Za-z0-9_-]{1,32}):)?(?<text>[A-Za-z0-9+/]{43}=)$/;

/** Parses `ID:KEY,ID:KEY` or one key per line; a bare key gets a derived id. Null if a key is malformed or repeated. */
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

/** Identifies a key without revealing anything about it; stored in the database. */
export const fingerprintOf = ({ bytes }: MessageKey): string => keyedHash(bytes, "fingerprint").toString("base64url");

/** Derives a key for another use: no two uses share a key. */
export const keyFor = ({ bytes }: MessageKey, use: string): Buffer => keyedHash(bytes, `key for ${use}`);

function readMessageKey(entry: string): MessageKey | null {
  const { id, text } = KEY_PATTERN.exec(entry)?.groups ?? {};
  if (text === undefined) return null;
  const bytes = Buffer.from(text, "base64");
  // The last base64 character has unused bits: two spellings of one key would count as two keys.
  if (bytes.length !== KEY_BYTES || bytes.toString("base64") !== text) return null;
  return { id: id ?? idOf(bytes), bytes };
}

function idOf(bytes: Buffer): string {
  return `key-${keyedHash(bytes, "id").toString("hex").slice(0, 8)}`;
}

function keyedHash(bytes: Buffer, use: string): Buffer {
  return createHmac("sha256", bytes).update(`tree-gifting ${use}`).digest();
}
