import { derivedSeal } from "./derived-seal.ts";
import type { MessageKey } from "./message-keys.ts";

const texts = derivedSeal({ use: "appealed texts", place: "appealed text" });

/** A sealed text, and the message key from which its key is derived. */
export type SealedText = { keyId: string; sealedText: Buffer };

/** Seals a refused text that its writer included in an appeal. */
export function sealAppealed(messageKey: MessageKey, id: string, text: string): SealedText {
  return { keyId: messageKey.id, sealedText: texts.seal(messageKey, id, text) };
}

/** Returns null if it cannot be opened. */
export const openAppealed = texts.open;
