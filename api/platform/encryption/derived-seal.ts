import { keyFor, type MessageKey } from "./message-keys.ts";
import { openText, sealText } from "./sealed-bytes.ts";

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
