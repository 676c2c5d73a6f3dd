import { derivedSeal } from "./derived-seal.ts";
import type { MessageKey } from "./message-keys.ts";

const lists = derivedSeal({ use: "hiding lists", place: "hiding list" });

/** Seals an owner's list of words and senders to hide, which is for all of the owner's trees. */
export function sealList(messageKey: MessageKey, ownerId: string, list: string): { keyId: string; sealed: Buffer } {
  return { keyId: messageKey.id, sealed: lists.seal(messageKey, ownerId, list) };
}

/** Returns null if it cannot be opened. */
export const openList = lists.open;
