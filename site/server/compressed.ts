import { COMPRESSED_FROM_BYTES, encodingChooser } from "../../shared/http/encoding.ts";
import { varyBy } from "../page-headers.ts";
import { smallSoon } from "./compression.ts";

export type Encoding = "br" | "gzip" | "identity";

/** Picks the site's best encoding for a request. */
export const bestEncoding: (headers: Headers) => Encoding = encodingChooser(["br", "gzip"]);

const TEXT = /^text\/|^image\/svg\+xml|[/+](json|xml)\b/;

/** Compresses a page in the client's best encoding. Leaves responses with `no-transform` as they are. */
export async function compressed(request: Request, answer: Response): Promise<Response> {
  const { headers, status } = answer;
  if (!isCompressible(answer)) return answer;
  varyBy(headers, "Accept-Encoding");
  const encoding = bestEncoding(request.headers);
  if (encoding === "identity") return answer;
  const bytes = await answer.bytes();
  if (bytes.length < COMPRESSED_FROM_BYTES) return new Response(bytes, { status, headers });
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(await smallSoon(bytes, encoding), { status, headers });
}

function isCompressible({ headers, body }: Response): boolean {
  if (body === null || headers.has("content-encoding")) return false;
  return TEXT.test(headers.get("content-type") ?? "") && !/no-transform/.test(headers.get("cache-control") ?? "");
}
