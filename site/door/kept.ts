import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import type { Aid } from "../agents/world.ts";

/** What is sent to many, made once with its headers: each encoding with a tag of its own. */
export type Kept = Record<Encoding, { bytes: Buffer; tag: string; headers: Headers; whereKnown: Headers }>;

type Encoding = (typeof ENCODINGS)[number];
type Headers = Record<string, string | number>;

const ENCODINGS = ["br", "gzip", "identity"] as const;
const CACHE = "public, max-age=300, must-revalidate";
const smallest = promisify(brotliCompress);
const zipped = promisify(gzip);

export async function keep({ type, body, headers }: Aid): Promise<Kept> {
  const bytes = Buffer.from(body);
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  const vary = [headers?.vary, "Accept-Encoding"].filter(Boolean).join(", ");

  function as(encoding: Encoding, encoded: Buffer): Kept[Encoding] {
    const tag = encoding === "identity" ? `"${hash}"` : `"${hash}-${encoding}"`;
    const whereKnown = { ...headers, vary, "cache-control": CACHE, etag: tag };
    const own = { "content-type": type, "content-length": encoded.length };
    const named: Headers = encoding === "identity" ? {} : { "content-encoding": encoding };
    return { bytes: encoded, tag, headers: { ...whereKnown, ...own, ...named }, whereKnown };
  }

  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return {
    br: as("br", await smallest(bytes, { params })),
    gzip: as("gzip", await zipped(bytes, { level: 9 })),
    identity: as("identity", bytes),
  };
}

/** Sends a kept answer in the best encoding, or says that the visitor has it already. */
export function sendKept(kept: Kept, request: IncomingMessage, response: ServerResponse): void {
  const { bytes, tag, headers, whereKnown } = kept[bestEncoding(request)];
  if (knows(request, tag)) response.writeHead(304, whereKnown).end();
  else response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : bytes);
}

// Browsers send a handful of different ones.
const bestOf = new LRUCache<string, Encoding>({ max: 100 });

function bestEncoding(request: IncomingMessage): Encoding {
  const accepted = request.headers["accept-encoding"];
  if (accepted === undefined) return "identity";
  const known = bestOf.get(accepted);
  if (known) return known;
  const best = (new Negotiator(request).encoding([...ENCODINGS]) as Encoding | undefined) ?? "identity";
  bestOf.set(accepted, best);
  return best;
}

function knows({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers["if-none-match"]?.split(",").map((each) => each.trim().replace(/^W\//, ""));
  return known?.some((each) => each === tag || each === "*") ?? false;
}
