import { ApiError } from "#contract/errors";
import { etagMatches } from "../../shared/http/encoding.ts";
import { describeError } from "../../shared/observability/log.ts";
import { plainTextError } from "../api-unavailable.ts";
import type { Strings } from "../i18n/strings.ts";
import { log } from "../log.ts";
import type { PictureCache } from "./picture-cache.ts";
import type { SharePicture } from "./share-picture-svg.ts";

/** A picture to send: its version, content, whose it is, and how long a browser may cache it. */
export type Sent = {
  version: string;
  what: SharePicture;
  owner: string;
  cacheControl: string;
  request: Request;
  strings: Strings;
};

/** Responds with the picture as a PNG, or with 304, for which nothing is painted. */
export async function pictureAnswer(
  { version, what, owner, cacheControl, request, strings }: Sent,
  pictures: PictureCache<SharePicture>,
): Promise<Response> {
  const etag = `"${version}"`;
  const headers = { etag, "cache-control": cacheControl };
  if (etagMatches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  try {
    const png = await pictures.get(version, what, { owner, signal: request.signal });
    const body = { "content-type": "image/png", "content-length": String(png.byteLength) };
    return new Response(png, { headers: { ...headers, ...body } });
  } catch (error) {
    if (!(error instanceof ApiError)) log.error("painting a share picture failed", describeError(error));
    return plainTextError(503, strings);
  }
}
