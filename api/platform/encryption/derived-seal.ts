import { keyFor, type MessageKey } from "./message-keys.ts";
import { pad, unpad } from "./padding.ts";
import { CannotOpen, open, seal } from "./sealed-bytes.ts";

/**
 * Returns what seals texts that belong to no tree, and so have no tree's key: their key is derived from the message key
 * for this use. A text opens only with the id that it was sealed with.
 */
export function derivedSeal({ use, place }: { use: string; place: string }) {
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
