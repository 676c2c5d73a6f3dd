import { ApiError } from "#contract/errors";
import { etagMatches } from "../../shared/http/encoding.ts";
import { describeError } from "../../shared/observability/log.ts";
import { codeMeantBy } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";
import { plainTextError } from "../api-unavailable.ts";
import { isLanguage, type Language } from "../i18n/languages.ts";
import { type Strings, stringsIn } from "../i18n/strings.ts";
import { log } from "../log.ts";
import type { PictureCache } from "./picture-cache.ts";
import type { previewOf, storyCardOf } from "./share-picture-address.ts";
import type { SharePicture } from "./share-picture-svg.ts";

type Asked = {
  /** The picture's name in the address: `CODE-LANGUAGE-VERSION`. */
  picture: string;
  /** Describes the current picture of a tree. */
  current: typeof previewOf | typeof storyCardOf;
  request: Request;
  api: Pick<ApiClient, "treePage">;
  /** The visitor's: of what goes wrong, and of the picture if the address names no language. */
  language: Language;
};

/** A version never changes its content, but caches must forget the name of a tree that was taken down. */
const FOR_AN_HOUR = "public, max-age=3600";

/**
 * Responds with a picture of a tree. Only the current version is painted; every other version redirects to it, so that
 * guessed addresses cost a redirect and no painting.
 */
export async function sharePictureAnswer(
  { picture, current, request, api, language }: Asked,
  pictures: PictureCache<SharePicture>,
): Promise<Response> {
  const [typedCode = "", asked] = picture.split("-");
  const strings = stringsIn[language];
  const { code } = codeMeantBy(typedCode);
  if (code === null) return plainTextError(404, strings);

  const answer = await api.treePage(code, null);
  if (!answer.ok) return plainTextError(answer.status, strings);

  const { tree, gifts } = answer.data;
  const own = isLanguage(asked) ? asked : language;
  const { what, version, path } = current(tree, gifts, stringsIn[own], own);
  if (!path.endsWith(`/${picture}.png`)) return leadTo(path);
  const { treeOwner: owner = code } = answer;
  return pictureAnswer({ version, what, owner, cacheControl: FOR_AN_HOUR, request, strings }, pictures);
}

function leadTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "private, max-age=60" } });
}

/** A picture to send: its version, content, whose it is, and how long a browser may cache it. */
type Sent = {
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
