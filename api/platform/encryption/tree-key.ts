import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { MessageKey } from "./message-keys.ts";
import { open, openText, seal, sealText } from "./sealed-bytes.ts";

/** A tree's key as stored: wrapped by the message key that `keyId` names. */
export type StoredTreeKey = { keyId: string; wrapped: Buffer };
export type SealedField = "text" | "sender name" | "reported text" | "note";

const TREE_KEY_BYTES = 32;

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
  return sealText(treeKey, text, [field, shareCode, id]);
}

const SIGNATURE_BYTES = 16;

/** Signs what one gift of the tree may be used for, with a key of its own that is derived from the tree's key. */
export function signGift(treeKey: Buffer, use: "take back", shareCode: string, id: string, text: string): string {
  const key = Buffer.from(hkdfSync("sha256", treeKey, "", `tree-gifting ${use}`, TREE_KEY_BYTES));
  const signature = createHmac("sha256", key)
    .update(JSON.stringify([shareCode, id, text]))
    .digest();
  return signature.subarray(0, SIGNATURE_BYTES).toString("base64url");
}

/** Returns null if the field cannot be opened. */
export function openField(treeKey: Buffer, field: SealedField, shareCode: string, id: string, sealed: Buffer) {
  return openText(treeKey, sealed, [field, shareCode, id]);
}
