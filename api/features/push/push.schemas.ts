import { z } from "zod";
import type { PushDevice } from "#contract/push";
import { language } from "../accounts/sign-in/sign-in.schemas.ts";

/** Buffer skips what is no base64url; what encrypts refuses it. */
const base64url = (length: number) => z.base64url().length(length);

// P-256.
const PRIME = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/**
 * Whether a browser's key is a point of the curve. Bun 1.4.5 must not be asked: after one that is none, whatever it hashes or
 * encrypts next fails, for whoever that is.
 */
function isPoint(text: string): boolean {
  const point = Buffer.from(text, "base64url");
  if (point.length !== 65 || point[0] !== 4) return false;
  const [x = 0n, y = 0n] = [1, 33].map((at) => BigInt(`0x${point.toString("hex", at, at + 32)}`));
  return x < PRIME && y < PRIME && (x ** 3n - 3n * x + B - y ** 2n) % PRIME === 0n;
}

/** A browser's subscription; of what browsers add to it, nothing is read. */
export const pushDeviceBody = z.object({
  // Sealed as JSON, where a backslash is two: the longest has to fit.
  endpoint: z
    .string()
    .max(1500)
    .regex(/^[^\\]*$/),
  keys: z.object({ p256dh: base64url(87).refine(isPoint), auth: base64url(22) }),
  language,
}) satisfies z.ZodType<PushDevice>;
