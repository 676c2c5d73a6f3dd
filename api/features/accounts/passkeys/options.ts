import { createHmac, randomBytes } from "node:crypto";
import { PASSKEY_CHALLENGE_MS } from "#contract/limits";
import type { Transport } from "#contract/passkeys";
import type { Clock } from "../../../platform/clock.ts";
import { isSameSecret } from "../../../platform/secrets.ts";

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

export type Issued = { challenge: string; issuedAt: Date };

const TIME_BYTES = 6;
const RANDOM_BYTES = 16;
const HEAD_BYTES = TIME_BYTES + RANDOM_BYTES;

/**
 * Challenges for passkeys: the time, random bytes, and a signature for one purpose. Nothing of them is stored, so any
 * process can check one.
 */
export function passkeyChallenges(secret: string, clock: Clock) {
  const signatureOf = (head: Buffer, purpose: string) =>
    createHmac("sha256", secret).update(`passkey challenge ${purpose} `).update(head).digest();

  return {
    issue(purpose: string): string {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(clock().getTime(), 0, TIME_BYTES);
      const head = Buffer.concat([time, randomBytes(RANDOM_BYTES)]);
      return Buffer.concat([head, signatureOf(head, purpose)]).toString("base64url");
    },

    /** Returns the challenge in a browser's answer; null if it was not issued for this purpose, or too long ago. */
    answered(clientDataJSON: string, purpose: string): Issued | null {
      const challenge = challengeIn(clientDataJSON);
      const bytes = Buffer.from(challenge, "base64url");
      const [head, signature] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)];
      if (head.length < HEAD_BYTES || !isSameSecret(signature, signatureOf(head, purpose))) return null;
      const issuedAt = new Date(head.readUIntBE(0, TIME_BYTES));
      // Another process may have issued it, whose clock is a little faster.
      const age = Math.abs(clock().getTime() - issuedAt.getTime());
      return age > PASSKEY_CHALLENGE_MS ? null : { challenge, issuedAt };
    },
  };
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}
