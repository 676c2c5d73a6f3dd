import { createHmac, randomBytes } from "node:crypto";
import type { Visitor } from "../ask-api.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Some proxies append the port of each connection, which differs for a second submit. */
const PORTS = /(?<=\.\d{1,3}|\]):\d+(?=\s*(?:,|$))/g;
/** Without a shared key, each process has its own. */
const ownKey = randomBytes(32);

/**
 * The idempotency key of a form that has none, because its page is public and no script created one. Within an hour it
 * is the same for identical requests of one visitor, so that a second submit counts once. Two people behind one address
 * may have the same one, which is why it is no proof of being the first sender (`isFormKey`).
 * It cannot be computed without the site's key: otherwise it would reveal whether a guessed text is right.
 */
export function derivedKey(
  { address, forwardedFor, userAgent }: Visitor,
  sent: readonly unknown[],
  nowMs = Date.now(),
): string {
  const visitor = [address, forwardedFor?.replace(PORTS, ""), userAgent];
  const input = JSON.stringify([...visitor, Math.floor(nowMs / HOUR_MS), sent]);
  const hash = createHmac("sha256", process.env.INTERNAL_KEY || ownKey)
    .update(input)
    .digest("base64url");
  return `derived-${hash}`;
}
