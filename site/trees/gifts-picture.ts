import { isShareCode } from "#contract/codes";
import type { Tree, TreeLook } from "#contract/trees";
import { etagMatches } from "../../shared/http/encoding.ts";
import type { ApiClient } from "../api-client.ts";
import { plainTextError } from "../api-unavailable.ts";
import type { Strings } from "../i18n/strings.ts";
import { pictureVersion } from "../share/share-picture-address.ts";
import { treePicture } from "../tree-picture/tree-picture.ts";

type Asked = { code: string; request: Request; api: Pick<ApiClient, "treePage">; strings: Strings };

/** What a page adds to the picture's address, so that it shows the gifts that it counts. */
export const giftsVersion = ({ look = "classic", giftCount }: Pick<Tree, "giftCount"> & { look?: TreeLook }) =>
  `${look}-${giftCount}`;

/** As long as the tree's page. */
const CACHE_CONTROL = "public, max-age=5";

/**
 * Responds with the gifts of a tree as a transparent picture of the same size as the tree's. They are wrapped, so that My
 * trees shows nothing that the owner has yet to unwrap. It has neither names nor texts.
 */
export async function giftsPictureAnswer({ code, request, api, strings }: Asked): Promise<Response> {
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
}
