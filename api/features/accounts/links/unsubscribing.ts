import { createHmac } from "node:crypto";
import { isSameSecret } from "../../../is-same-secret.ts";

/** Links that switch mails about gifts off, without signing in. They are valid for as long as the secret. */
export type Unsubscribing = ReturnType<typeof unsubscribing>;

/** Of the id, and of the signature: 128 bits cannot be guessed, and the link stays short. */
const BYTES = 16;

/**
 * A token is the account's id with a signature for this one purpose. It names no address, and nothing of it is stored.
 */
export function unsubscribing(secret: string) {
  const signatureOf = (id: Buffer) =>
    createHmac("sha256", secret).update("unsubscribe gift mails ").update(id).digest().subarray(0, BYTES);

  return {
    tokenOf(ownerId: string): string {
      const id = Buffer.from(ownerId.replaceAll("-", ""), "hex");
      return Buffer.concat([id, signatureOf(id)]).toString("base64url");
    },

    /** The owner whom a token was made for; null if it was not made here. */
    ownerIn(token: string): string | null {
      const bytes = Buffer.from(token, "base64url");
      const [id, signature] = [bytes.subarray(0, BYTES), bytes.subarray(BYTES)];
      if (!isSameSecret(signature, signatureOf(id))) return null;
      return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    },
  };
}
