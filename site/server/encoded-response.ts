import { createHash } from "node:crypto";
import { etagMatches, tagIn } from "../../shared/http/encoding.ts";
import type { MachineFile } from "../machine-readable/published-site.ts";
import { bestEncoding, type Encoding } from "./compressed.ts";
import { smallestBrotli, smallestGzip } from "./compression.ts";
import { secure } from "./security-headers.ts";

/** A response that is sent many times, by encoding, each with its own ETag. Clones of a response share its bytes. */
export type EncodedResponse = Record<Encoding, { tag: string; answer: Response; whereKnown: Response }>;
export type Encoded = Uint8Array<ArrayBuffer>;

const CACHE = "public, max-age=300, must-revalidate";

/** Encodes a file created at run time, as small as possible. */
export async function encodeResponse(path: string, { type, body, headers }: MachineFile): Promise<EncodedResponse> {
  const bytes = Buffer.from(body);
  const encoded = { identity: bytes, br: await smallestBrotli(bytes), gzip: await smallestGzip(bytes) };
  return fromEncoded(path, type, encoded, { "cache-control": CACHE, ...headers });
}

/** Whether it is a script or a style that pages load: no document, nor the service worker. */
const isPartOfPage = (path: string, type: string) =>
  path.startsWith("/_astro/") && /^text\/(javascript|css)\b/.test(type);

/** Builds the responses from encoded bytes. A missing encoding falls back to identity. */
export function fromEncoded(
  path: string,
  type: string,
  encoded: Partial<Record<Encoding, Encoded>> & { identity: Encoded },
  given: Record<string, string>,
): EncodedResponse {
  const hash = createHash("sha256").update(encoded.identity).digest("base64url").slice(0, 22);
  const vary = [given.vary, "Accept-Encoding"].filter(Boolean).join(", ");

  function as(encoding: Encoding, bytes: Encoded): EncodedResponse[Encoding] {
    const tag = tagIn(encoding, `"${hash}"`);
    const headers = new Headers({ ...given, vary, etag: tag });
    secure(headers, path, isPartOfPage(path, type));
    const whereKnown = new Response(null, { status: 304, headers });
    headers.set("content-type", type);
    if (encoding !== "identity") headers.set("content-encoding", encoding);
    return { tag, answer: new Response(bytes, { headers }), whereKnown };
  }

  const identity = as("identity", encoded.identity);
  const inOrAsItIs = (encoding: "br" | "gzip") => (encoded[encoding] ? as(encoding, encoded[encoding]) : identity);
  return { br: inOrAsItIs("br"), gzip: inOrAsItIs("gzip"), identity };
}

/** Sends a stored response in the client's best encoding, or 304 if the client already has it. */
export function sendEncoded(encoded: EncodedResponse, { headers: requestHeaders }: Request): Response {
  const { tag, answer, whereKnown } = encoded[bestEncoding(requestHeaders)];
  // Cloning is faster than a new Response, which copies headers one by one.
  return (etagMatches(requestHeaders.get("if-none-match"), tag) ? whereKnown : answer).clone();
}
