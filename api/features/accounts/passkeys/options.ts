import { PASSKEY_CHALLENGE_MS } from "#contract/limits";
import type { Transport } from "#contract/passkeys";

/** ES256, and RS256 for Windows Hello (COSE algorithms). */
export const PASSKEY_ALGORITHMS = [-7, -257] as const;

type Described = { id: string; transports: Transport[] };

/** What `PublicKeyCredential.parseRequestOptionsFromJSON` takes. Names no passkey, so it reveals no account. */
export const signInOptions = (host: string, challenge: string) => ({
  challenge,
  rpId: host,
  allowCredentials: [],
  userVerification: "required",
  timeout: PASSKEY_CHALLENGE_MS,
});

/** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes. `known`: passkeys that the account has. */
export const newPasskeyOptions = (
  host: string,
  challenge: string,
  owner: { id: string; email: string; name: string },
  known: readonly Described[],
) => ({
  challenge,
  rp: { id: host, name: "Tree Gifting" },
  user: { id: userHandleOf(owner.id), name: owner.email, displayName: owner.name || owner.email },
  pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
  // One device holds one passkey of an account.
  excludeCredentials: known.map(({ id, transports }) => ({ type: "public-key", id, transports })),
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none",
  timeout: PASSKEY_CHALLENGE_MS,
});

export const userHandleOf = (ownerId: string): string =>
  Buffer.from(ownerId.replaceAll("-", ""), "hex").toString("base64url");
