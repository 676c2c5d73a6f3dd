import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { preferenceIn } from "./header-parts.ts";

/** In fewer bytes than this, compression saves hardly anything. */
export const COMPRESSED_FROM_BYTES = 1024;

/** The library takes an order of its caller's, and its types do not say so. */
type Choosing = { encoding(available: string[], ours: { preferred: readonly string[] }): string | undefined };

/**
 * Chooses among a program's encodings, the best first: of those that a client accepts alike, the best. Browsers name gzip first, and
 * mean nothing by it.
 */
export function encodingChooser<Ours extends string>(ours: readonly Ours[]) {
  // Clients send a handful of different ones.
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

/** The strong entity tag of a representation: each encoding has one of its own (RFC 9110, section 8.8.3). */
export const tagIn = (encoding: string, tag: string): string =>
  encoding === "identity" ? tag : `${tag.slice(0, -1)}-${encoding}"`;
