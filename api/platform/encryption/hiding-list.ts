import { keyFor, type MessageKey } from "./message-keys.ts";
import { pad, unpad } from "./padding.ts";
import { CannotOpen, open, seal } from "./sealed-bytes.ts";

/**
 * Seals an owner's list of words and senders to hide. It has no tree's key, because it is for all trees of the owner:
 * its key is derived from the message key.
 */
export function sealList(messageKey: MessageKey, ownerId: string, list: string): { keyId: string; sealed: Buffer } {
  const sealed = seal(keyOf(messageKey), pad(Buffer.from(list)), placeOf(ownerId));
  return { keyId: messageKey.id, sealed };
}

/** Returns null if it cannot be opened. */
export function openList(messageKey: MessageKey, ownerId: string, sealed: Buffer): string | null {
  try {
    return unpad(open(keyOf(messageKey), sealed, placeOf(ownerId))).toString();
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

const keyOf = (messageKey: MessageKey) => keyFor(messageKey, "hiding lists");
const placeOf = (ownerId: string) => ["hiding list", ownerId];
