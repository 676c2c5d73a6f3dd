import { randomBytes } from "node:crypto";
import type { MessageKey } from "./message-keys.ts";
import { pad, unpad } from "./padding.ts";
import { CannotOpen, OVERHEAD_BYTES, open, seal } from "./sealed-bytes.ts";

/** A tree's key as stored: wrapped by the message key that `keyId` names. */
export type StoredTreeKey = { keyId: string; wrapped: Buffer };
export type SealedField = "text" | "sender name" | "reported text" | "note";

export const TREE_KEY_BYTES = 32;
export const WRAPPED_KEY_BYTES = OVERHEAD_BYTES + TREE_KEY_BYTES;

export const makeTreeKey = (): Buffer => randomBytes(TREE_KEY_BYTES);

export function wrapTreeKey(messageKey: MessageKey, treeKey: Buffer, shareCode: string): StoredTreeKey {
  return { keyId: messageKey.id, wrapped: seal(messageKey.bytes, treeKey, ["tree key", shareCode]) };
}

/** Throws CannotOpen. */
export function unwrapTreeKey(messageKey: MessageKey, wrapped: Buffer, shareCode: string): Buffer {
  return open(messageKey.bytes, wrapped, ["tree key", shareCode]);
}

/** Seals a field of one gift of the tree, or of one report or moderation act on it; `id` is its id. */
export function sealField(treeKey: Buffer, field: SealedField, shareCode: string, id: string, text: string) {
  return seal(treeKey, pad(Buffer.from(text)), [field, shareCode, id]);
}

/** Returns null if the field cannot be opened: one damaged gift must not hide the others. */
export function openField(
  treeKey: Buffer,
  field: SealedField,
  shareCode: string,
  id: string,
  sealed: Buffer,
): string | null {
  try {
    return unpad(open(treeKey, sealed, [field, shareCode, id])).toString();
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
