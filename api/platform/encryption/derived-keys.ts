import { isSameSecret } from "../secrets.ts";
import { openText, sealText } from "./cipher.ts";
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

// What belongs to no tree has no tree's key: each use has a key that is derived from the message key.
const listKey = (messageKey: MessageKey) => keyFor(messageKey, "hiding lists");
const appealKey = (messageKey: MessageKey) => keyFor(messageKey, "appealed texts");

/** Seals an owner's list of words and senders to hide, which is for all of the owner's trees. */
export const sealList = (messageKey: MessageKey, ownerId: string, list: string) => ({
  keyId: messageKey.id,
  sealed: sealText(listKey(messageKey), list, ["hiding list", ownerId]),
});

/** Returns null if it cannot be opened. */
export const openList = (messageKey: MessageKey, ownerId: string, sealed: Buffer): string | null =>
  openText(listKey(messageKey), sealed, ["hiding list", ownerId]);

/** Seals a refused text that its writer included in an appeal. */
export const sealAppealed = (messageKey: MessageKey, id: string, text: string) => ({
  keyId: messageKey.id,
  sealedText: sealText(appealKey(messageKey), text, ["appealed text", id]),
});

/** Returns null if it cannot be opened. */
export const openAppealed = (messageKey: MessageKey, id: string, sealed: Buffer): string | null =>
  openText(appealKey(messageKey), sealed, ["appealed text", id]);
