import { createHash } from "node:crypto";
import type { Visitor } from "../api-client.ts";

/**
 * The idempotency key of a form that carried none, since its page is the same for everybody and no script made one: the same for
 * all that one visitor sends alike, so that a second press counts once, and different for another visitor who sends the same.
 */
export function derivedKey({ address, forwardedFor, userAgent }: Visitor, sent: readonly unknown[]): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([address, forwardedFor, userAgent, sent]))
    .digest("hex");
  return `form-${[hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join("-")}`;
}
