import { isSameSecret } from "../is-same-secret.ts";
import type { KeySource } from "./key-source.ts";
import { keyFor, type MessageKey } from "./message-keys.ts";

export type BodyHashes = ReturnType<typeof bodyHashes>;

/**
 * Hashes that tell whether a repeated request has the same body. An idempotency key may be as short as "1" and a text
 * as short as "Hi": only a key that is not in the database keeps both from being guessed.
 */
export function bodyHashes(keys: KeySource) {
  return {
    of: (callersKey: string, body: string): string => hashWith(keys.keys()[0], callersKey, body),

    /**
     * Whether the hash matches the body. If its message key was retired, it cannot be checked and counts as a match.
     */
    fits(stored: string, callersKey: string, body: string): boolean {
      const messageKey = keys.find(stored.split(":")[0] ?? "");
      if (!messageKey) return true;
      return isSameSecret(stored, hashWith(messageKey, callersKey, body));
    },
  };
}

function hashWith(messageKey: MessageKey, callersKey: string, body: string): string {
  const hash = new Bun.CryptoHasher("sha256", keyFor(messageKey, "body hashes")).update(`${callersKey}\n${body}`);
  return `${messageKey.id}:${hash.digest("base64url")}`;
}
