import { keyFor, type MessageKey } from "./message-keys.ts";
import { pad, unpad } from "./padding.ts";
import { CannotOpen, open, seal } from "./sealed-bytes.ts";

const lists = derivedSeal({ use: "hiding lists", place: "hiding list" });
const texts = derivedSeal({ use: "appealed texts", place: "appealed text" });

/** Seals an owner's list of words and senders to hide, which is for all of the owner's trees. */
export function sealList(messageKey: MessageKey, ownerId: string, list: string): { keyId: string; sealed: Buffer } {
  return { keyId: messageKey.id, sealed: lists.seal(messageKey, ownerId, list) };
}

/** Seals a refused text that its writer included in an appeal. */
export function sealAppealed(messageKey: MessageKey, id: string, text: string): { keyId: string; sealedText: Buffer } {
  return { keyId: messageKey.id, sealedText: texts.seal(messageKey, id, text) };
}

/** Return null for what cannot be opened. */
export const openList = lists.open;
export const openAppealed = texts.open;

/**
 * Returns what seals texts that belong to no tree, and so have no tree's key: their key is derived from the message key
 * for this use. A text opens only with the id that it was sealed with.
 */
function derivedSeal({ use, place }: { use: string; place: string }) {
  const keyOf = (messageKey: MessageKey) => keyFor(messageKey, use);
  return {
    seal: (messageKey: MessageKey, id: string, text: string): Buffer =>
      seal(keyOf(messageKey), pad(Buffer.from(text)), [place, id]),

    /** Returns null if it cannot be opened. */
    open(messageKey: MessageKey, id: string, sealed: Buffer): string | null {
      try {
        return unpad(open(keyOf(messageKey), sealed, [place, id])).toString();
      } catch (error) {
        if (error instanceof CannotOpen) return null;
        throw error;
      }
    },
  };
}
