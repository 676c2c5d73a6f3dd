import { z } from "zod";
import { TRANSPORTS, type Transport } from "#contract/passkeys";
import { givenPassword } from "../sign-in/sign-in.schemas.ts";

/** Bytes in base64url; the size of the whole body is limited. */
const encoded = z.string().regex(/^[\w-]+$/);
/** A credential's id, of at most 1,023 bytes (WebAuthn, section 4). */
const credentialId = encoded.max(1364);
/** Undefined stands for a path part that cannot be decoded. */
export const isCredentialId = (text: string | undefined): text is string => credentialId.safeParse(text).success;
const isKnown = (transport: string): transport is Transport => TRANSPORTS.some((known) => known === transport);
/** Browsers may know more ways than we do. */
const transports = z.array(z.string()).transform((named) => [...new Set(named.filter(isKnown))]);

/** Body of a request to add a passkey: the account's password once more. */
export const passkeyOptionsBody = z.strictObject({ password: givenPassword });

// Of what a browser returns, only what is checked is read; browsers may add to it.

export const newPasskeyBody = z.strictObject({
  credential: z.object({
    id: credentialId,
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: encoded,
      transports: transports.optional(),
    }),
  }),
});

/** A signature by a passkey, as `navigator.credentials.get` returns it. */
export const passkeyBody = z.strictObject({
  credential: z.object({
    id: credentialId,
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded,
    }),
  }),
});

export type NewCredential = z.infer<typeof newPasskeyBody>["credential"];
export type Credential = z.infer<typeof passkeyBody>["credential"];
