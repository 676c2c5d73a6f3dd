import { createHash } from "node:crypto";
import { etagMatches, tagIn } from "../../shared/http/encoding.ts";
import type { MachineFile } from "../machine-readable/published-site.ts";
import { bestEncoding, type Encoding, smallestBrotli, smallestGzip } from "./compressed.ts";
import { secure } from "./security-headers.ts";

/** A response that is sent many times, and the 304 for a client that has it. Clones of a response share its bytes. */
export type StoredResponse = { tag: string; answer: Response; whereKnown: Response };
/** Such a response by encoding, each with its own ETag. */
export type EncodedResponse = Record<Encoding, StoredResponse>;
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
  const hash = hashOf(encoded.identity);
  const usual = { ...given, vary: [given.vary, "Accept-Encoding"].filter(Boolean).join(", "), "content-type": type };
  const stored = (bytes: Encoded, encoding?: string) => {
    const headers = new Headers({ ...usual, ...(encoding && { "content-encoding": encoding }) });
    return storedResponse(bytes, headers, { hash, path, isPart: isPartOfPage(path, type) });
  };
  const identity = stored(encoded.identity);
  const inOrAsItIs = (encoding: "br" | "gzip") => (encoded[encoding] ? stored(encoded[encoding], encoding) : identity);
  return { br: inOrAsItIs("br"), gzip: inOrAsItIs("gzip"), identity };
}

export const hashOf = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("base64url").slice(0, 22);

/** Builds the 200 and the 304 response. The hash is of what all encodings have in common, or of this one. */
export function storedResponse(
  bytes: Encoded,
  headers: Headers,
  { hash, path, isPart = false }: { hash: string; path: string; isPart?: boolean },
): StoredResponse {
  const tag = tagIn(headers.get("content-encoding") ?? "identity", `"${hash}"`);
  headers.set("etag", tag);
  secure(headers, path, isPart);
  const answer = new Response(bytes, { headers });
  for (const name of ["content-type", "content-encoding"]) headers.delete(name);
  return { tag, answer, whereKnown: new Response(null, { status: 304, headers }) };
}

/** Sends a stored response in the client's best encoding, or 304 if the client already has it. */
export const sendEncoded = (encoded: EncodedResponse, { headers }: Request): Response =>
  sendStored(encoded[bestEncoding(headers)], headers);

/** The same of one encoding. Cloning is faster than a new Response, which copies headers one by one. */
export const sendStored = ({ tag, answer, whereKnown }: StoredResponse, requestHeaders: Headers): Response =>
  (etagMatches(requestHeaders.get("if-none-match"), tag) ? whereKnown : answer).clone();
