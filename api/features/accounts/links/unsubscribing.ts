import { createHmac } from "node:crypto";
import { isSameSecret } from "../../../platform/secrets.ts";

/** Links that switch mails about gifts off, without signing in. They are valid for as long as the secret. */
export type Unsubscribing = ReturnType<typeof unsubscribing>;

/** Of the id, and of the signature: 128 bits cannot be guessed, and the link stays short. */
const BYTES = 16;

type Holder = { id: string; email: string };

/**
 * A token is the account's id with a signature for this one purpose, and for the present address: it ends with a change
 * of it. It names no address, and nothing of it is stored.
 */
export function unsubscribing(secret: string) {
  const signatureOf = (id: Buffer, email: string) =>
    createHmac("sha256", secret).update("unsubscribe gift mails ").update(id).update(email).digest().subarray(0, BYTES);

  return {
    tokenOf({ id, email }: Holder): string {
      const bytes = bytesOf(id);
      return Buffer.concat([bytes, signatureOf(bytes, email)]).toString("base64url");
    },

    /** The id that a token names, made here or not. */
    ownerNamedBy: (token: string): string =>
      Buffer.from(token, "base64url")
        .subarray(0, BYTES)
        .toString("hex")
        .padEnd(2 * BYTES, "0")
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),

    /** Whether a token was made here for that account. Those in mails of 1.1 name no address; 1.3.0 refuses them. */
    isFor(token: string, { id, email }: Holder): boolean {
      const signature = Buffer.from(token, "base64url").subarray(BYTES);
      return [email, ""].some((address) => isSameSecret(signature, signatureOf(bytesOf(id), address)));
    },
  };
}

const bytesOf = (ownerId: string): Buffer => Buffer.from(ownerId.replaceAll("-", ""), "hex");
