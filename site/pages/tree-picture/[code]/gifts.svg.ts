import type { APIRoute } from "astro";
import { isShareCode } from "#contract/codes";
import { etagMatches } from "../../../../shared/http/encoding.ts";
import { plainTextError } from "../../../api-unavailable.ts";
import { giftsVersion, pictureVersion } from "../../../share/share-picture-address.ts";
import { treePicture } from "../../../tree-picture/tree-picture.ts";

/** As long as the tree's page. */
const CACHE_CONTROL = "public, max-age=5";

/**
 * A tree's gifts as they hang, to lay over the picture of a tree without gifts: transparent, and of the same size. They are
 * wrapped, so that My trees shows nothing that the owner has yet to unwrap. It has neither names nor texts.
 */
export const GET: APIRoute = async ({ params: { code = "" }, request, locals: { api, strings } }) => {
  if (!isShareCode(code)) return plainTextError(404, strings);
  const answer = await api.treePage(code, null);
  if (!answer.ok) return plainTextError(answer.status, strings);

  const { tree, gifts } = answer.data;
  const { pathname, searchParams } = new URL(request.url);
  const asked = searchParams.get("v");
  // Caches must not keep this picture under another one's address.
  if (asked !== null && asked !== giftsVersion(tree)) {
    return new Response(null, { status: 302, headers: { location: pathname, "cache-control": "no-store" } });
  }
  const etag = `"${pictureVersion({ type: tree.type, look: tree.look, gifts })}"`;
  const headers = { etag, "cache-control": CACHE_CONTROL };
  if (etagMatches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const shown = gifts.map(({ id, giftAssetId }) => ({ id, giftAssetId }));
  const picture = treePicture(tree, shown, { hour: "day", isOverlay: true, wrapped: true });
  return new Response(picture, { headers: { ...headers, "content-type": "image/svg+xml" } });
};
