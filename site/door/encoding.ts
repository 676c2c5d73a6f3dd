import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = (typeof ENCODINGS)[number];

const ENCODINGS = ["br", "gzip", "identity"] as const;

// Browsers send a handful of different ones.
const bestOf = new LRUCache<string, Encoding>({ max: 100 });

/** The best of our encodings for those that a request takes. */
export function bestEncoding(headers: Headers): Encoding {
  const accepted = headers.get("accept-encoding");
  if (accepted === null) return "identity";
  const known = bestOf.get(accepted);
  if (known) return known;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const best = (negotiator.encoding([...ENCODINGS]) as Encoding | undefined) ?? "identity";
  bestOf.set(accepted, best);
  return best;
}
