import { etagMatches } from "../../shared/http/etag-matches.ts";
import { describeError } from "../../shared/observability/log.ts";
import type { Strings } from "../i18n/strings.ts";
import { log } from "../log.ts";
import { PainterBusy, type PictureCache } from "./picture-cache.ts";
import { plainTextError } from "./plain-text-error.ts";
import type { SharePicture } from "./share-picture-svg.ts";

/** A picture to be sent: its name, what it shows, and how long a browser may keep it. */
export type Sent = { version: string; what: SharePicture; cacheControl: string; request: Request; strings: Strings };

/** The picture as a PNG, or "you have it already", for which nothing is painted. */
export async function pictureAnswer(
  { version, what, cacheControl, request, strings }: Sent,
  pictures: PictureCache<SharePicture>,
): Promise<Response> {
  const etag = `"${version}"`;
  const headers = { etag, "cache-control": cacheControl };
  if (etagMatches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  try {
    const png = await pictures.get(version, what);
    const body = { "content-type": "image/png", "content-length": String(png.byteLength) };
    return new Response(png, { headers: { ...headers, ...body } });
  } catch (error) {
    if (!(error instanceof PainterBusy)) log.error("a share picture could not be painted", describeError(error));
    return plainTextError(503, strings);
  }
}
