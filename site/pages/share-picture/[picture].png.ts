import type { APIRoute } from "astro";
import type { TreePage } from "#contract/messages";
import { sharePictures } from "../../share/painter.ts";
import { sharePictureAnswer } from "../../share/picture-answer.ts";
import { previewOf } from "../../share/share-picture-address.ts";

/** A tree's picture for link previews. */
export const GET: APIRoute = ({ params: { picture = "" }, request, locals: { api, strings } }) => {
  const current = ({ tree, gifts }: TreePage) => previewOf(tree, gifts);
  return sharePictureAnswer({ picture, current, request, api, strings }, sharePictures);
};
