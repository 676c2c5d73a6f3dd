import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { preferenceIn } from "./request.ts";

/** Below this size, compression saves hardly anything. */
export const COMPRESSED_FROM_BYTES = 1024;

/** The library accepts a preference order, but its types omit it. */
type Choosing = { encoding(available: string[], ours: { preferred: readonly string[] }): string | undefined };

/**
 * Returns a function that picks an encoding from `ours`, ordered best first. If a client accepts several equally, it
 * gets the best one: browsers list gzip first without preferring it.
 */
export function encodingChooser<Ours extends string>(ours: readonly Ours[]) {
  // Clients send only a handful of different values.
  const bestOf = new LRUCache<string, Ours | "identity">({ max: 100 });
  const available = [...ours, "identity"];

  return (headers: Headers): Ours | "identity" => {
    const accepted = preferenceIn(headers, "accept-encoding");
    if (accepted === undefined) return "identity";
    const known = bestOf.get(accepted);
    if (known) return known;
    const choosing: Choosing = new Negotiator({ headers: { "accept-encoding": accepted } });
    const best = (choosing.encoding(available, { preferred: available }) as Ours | undefined) ?? "identity";
    bestOf.set(accepted, best);
    return best;
  };
}

/** Returns the strong ETag of a representation: each encoding has its own (RFC 9110, section 8.8.3). */
export const tagIn = (encoding: string, tag: string): string =>
  encoding === "identity" ? tag : `${tag.slice(0, -1)}-${encoding}"`;

/** Whether `If-None-Match` matches the ETag (RFC 9110, section 13.1.2: weak comparison). */
export function etagMatches(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}
