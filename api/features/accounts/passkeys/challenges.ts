import { createHmac, randomBytes } from "node:crypto";
import { PASSKEY_CHALLENGE_MS } from "#contract/limits";
import type { Clock } from "../../../platform/clock.ts";
import { isSameSecret } from "../../../platform/is-same-secret.ts";

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
