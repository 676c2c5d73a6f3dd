import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { preferenceIn } from "../../requests/header-parts.ts";

export type Encoding = (typeof ENCODINGS)[number];

/** Ours, the smallest first. */
const ENCODINGS = ["br", "gzip", "identity"] as const;

/** The library takes our order, and its types do not say so. */
type Choosing = { encoding(available: string[], ours: { preferred: readonly Encoding[] }): string | undefined };

// Browsers send a handful of different ones.
const bestOf = new LRUCache<string, Encoding>({ max: 100 });

/** The best of our encodings for a request: of those that it takes alike the smallest. Browsers name gzip first, and mean nothing by it. */
export function bestEncoding(headers: Headers): Encoding {
  const accepted = preferenceIn(headers, "accept-encoding");
  if (accepted === undefined) return "identity";
  const known = bestOf.get(accepted);
  if (known) return known;
  const choosing: Choosing = new Negotiator({ headers: { "accept-encoding": accepted } });
  const best = (choosing.encoding([...ENCODINGS], { preferred: ENCODINGS }) as Encoding | undefined) ?? "identity";
  bestOf.set(accepted, best);
  return best;
}
