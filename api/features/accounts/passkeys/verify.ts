import type { VerifyAuthenticationResponseOpts } from "@simplewebauthn/server";
import type { isoCBOR } from "@simplewebauthn/server/helpers";
import { ApiError } from "#contract/errors";
import { PASSKEY_ALGORITHMS } from "./options.ts";
import type { Credential, NewCredential } from "./passkeys.schemas.ts";

/** What a passkey must have signed: our own pages and host, and a challenge that was issued here. */
export type Expected = { expectedOrigin: string; expectedRPID: string; expectedChallenge: string };
type CBORType = Parameters<typeof isoCBOR.encode>[0];
type StoredKey = VerifyAuthenticationResponseOpts["credential"];

/** Checks a new passkey. Returns its id, public key and counter; throws `passkey_refused`. */
export async function verifyNew({ id, response }: NewCredential, expected: Expected) {
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import("@simplewebauthn/server/helpers");

  /**
   * We ask for no statement about the device. A browser may still send one, and checking it may load lists of revoked
   * certificates from an address in it: leave it out.
   */
  function withoutStatement(attestationObject: string): string {
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get("authData");
    const parts = new Map<string, CBORType>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return isoBase64URL.fromBuffer(isoCBOR.encode(parts));
  }

  const { registrationInfo } = await orRefused(async () =>
    verifyRegistrationResponse({
      ...expected,
      response: {
        ...credentialOf(id),
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: withoutStatement(response.attestationObject),
        },
      },
      requireUserVerification: true,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    }),
  );
  // The library reads the id from the device's data, and takes it whatever the browser says.
  if (registrationInfo.credential.id !== id) throw new ApiError("passkey_refused");
  return registrationInfo.credential;
}

/** Checks a passkey's signature. Returns its counter; throws `passkey_refused`. */
export async function verifySignature({ id, response }: Credential, stored: StoredKey, expected: Expected) {
  const { verifyAuthenticationResponse } = await library();
  const { authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      ...expected,
      response: { ...credentialOf(id), response },
      credential: stored,
      requireUserVerification: true,
    }),
  );
  return authenticationInfo.newCounter;
}

/** Loaded on first use: a process that never sees a passkey pays nothing for it. */
const library = () => import("@simplewebauthn/server");

const credentialOf = (id: string) => ({ id, rawId: id, type: "public-key", clientExtensionResults: {} }) as const;

/** The library throws for anything that is wrong with a credential. */
async function orRefused<Outcome extends { verified: boolean }>(
  verify: () => Promise<Outcome>,
): Promise<Outcome & { verified: true }> {
  const outcome = await verify().catch(() => null);
  if (!outcome?.verified) throw new ApiError("passkey_refused");
  return { ...outcome, verified: true };
}
