import { keyFor, type MessageKey } from "./message-keys.ts";
import { pad, unpad } from "./padding.ts";
import { CannotOpen, open, seal } from "./sealed-bytes.ts";

/** A sealed text, and the message key from which its key is derived. */
export type SealedText = { keyId: string; sealedText: Buffer };

/** Seals a refused text that its writer included in an appeal. It belongs to no tree, so it has no tree's key. */
export function sealAppealed(messageKey: MessageKey, id: string, text: string): SealedText {
  return { keyId: messageKey.id, sealedText: seal(keyOf(messageKey), pad(Buffer.from(text)), placeOf(id)) };
}

/** Returns null if it cannot be opened. */
export function openAppealed(messageKey: MessageKey, id: string, sealedText: Buffer): string | null {
  try {
    return unpad(open(keyOf(messageKey), sealedText, placeOf(id))).toString();
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

const keyOf = (messageKey: MessageKey) => keyFor(messageKey, "appealed texts");
const placeOf = (id: string) => ["appealed text", id];
