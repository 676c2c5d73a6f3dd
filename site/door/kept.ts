import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import type { Aid } from "../agents/world.ts";

/** What is sent to many, made once: each encoding with a tag of its own. */
export type Kept = { aid: Aid; encodings: Record<Encoding, { bytes: Buffer; tag: string }> };

type Encoding = "br" | "gzip" | "identity";

const CACHE = "public, max-age=300, must-revalidate";
const smallest = promisify(brotliCompress);
const zipped = promisify(gzip);

export async function keep(aid: Aid): Promise<Kept> {
  const bytes = Buffer.from(aid.body);
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return {
    aid,
    encodings: {
      identity: { bytes, tag: `"${hash}"` },
      br: { bytes: await smallest(bytes, { params }), tag: `"${hash}-br"` },
      gzip: { bytes: await zipped(bytes, { level: 9 }), tag: `"${hash}-gzip"` },
    },
  };
}

/** Sends a kept answer in the best encoding, or says that the visitor has it already. */
export function sendKept(
  { aid, encodings }: Kept,
  request: IncomingMessage,
  response: ServerResponse,
  status = 200,
): void {
  const wanted = new Negotiator(request).encoding(["br", "gzip", "identity"]) as Encoding | undefined;
  const encoding = wanted ?? "identity";
  const { bytes, tag } = encodings[encoding];
  const vary = [aid.headers?.vary, "Accept-Encoding"].filter(Boolean).join(", ");
  const headers = { ...aid.headers, vary, "cache-control": CACHE, etag: tag };
  if (status === 200 && knows(request, tag)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(status, {
    ...headers,
    "content-type": aid.type,
    "content-length": bytes.length,
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

function knows({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers["if-none-match"]?.split(",").map((each) => each.trim().replace(/^W\//, ""));
  return known?.some((each) => each === tag || each === "*") ?? false;
}
