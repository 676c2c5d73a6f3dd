import { createHmac, randomBytes } from "node:crypto";
import type { Visitor } from "../api-client.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Some proxies add the port of each connection, which is another at a second press. */
const PORTS = /(?<=\.\d{1,3}|\]):\d+(?=\s*(?:,|$))/g;
/** Where the sites share no key, each has its own. */
const ownKey = randomBytes(32);

/**
 * The idempotency key of a form that carried none, since its page is the same for everybody and no script made one: within an hour the
 * same for all that one visitor sends alike, so that a second press counts once, and another for somebody else who sends the same. Nobody
 * without the sites' key can compute it: it would tell whether they guessed a text.
 */
export function derivedKey(
  { address, forwardedFor, userAgent }: Visitor,
  sent: readonly unknown[],
  nowMs = Date.now(),
): string {
  const visitor = [address, forwardedFor?.replace(PORTS, ""), userAgent];
  const told = JSON.stringify([...visitor, Math.floor(nowMs / HOUR_MS), sent]);
  const hash = createHmac("sha256", process.env.INTERNAL_KEY || ownKey)
    .update(told)
    .digest("hex");
  return `form-${[hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join("-")}`;
}
