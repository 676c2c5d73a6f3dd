import { timingSafeEqual } from "node:crypto";
import type { KeySource } from "./key-source.ts";
import { keyFor, type MessageKey } from "./message-keys.ts";

export type BodyHashes = ReturnType<typeof bodyHashes>;

/**
 * Hashes that tell whether a repeated request has the same body. A caller's key may be as short as "1" and a text as
 * short as "Hi": only a key that the database does not hold keeps both from being guessed.
 */
export function bodyHashes(keys: KeySource) {
  return {
    of: (callersKey: string, body: string): string => hashWith(keys.keys()[0], callersKey, body),

    /** Whether the hash is this body's. One under a message key that has gone since cannot be told apart, and counts as its. */
    fits(kept: string, callersKey: string, body: string): boolean {
      const messageKey = keys.find(kept.split(":")[0] ?? "");
      if (!messageKey) return true;
      const [a, b] = [Buffer.from(kept), Buffer.from(hashWith(messageKey, callersKey, body))];
      return a.length === b.length && timingSafeEqual(a, b);
    },
  };
}

function hashWith(messageKey: MessageKey, callersKey: string, body: string): string {
  const hash = new Bun.CryptoHasher("sha256", derivedKey(messageKey)).update(`${callersKey}\n${body}`);
  return `${messageKey.id}:${hash.digest("base64url")}`;
}

const derived = new WeakMap<MessageKey, Buffer>();

/** Each post asks for it, and a key is the same for as long as the process knows it. */
function derivedKey(messageKey: MessageKey): Buffer {
  const key = derived.get(messageKey) ?? keyFor(messageKey, "body hashes");
  derived.set(messageKey, key);
  return key;
}
