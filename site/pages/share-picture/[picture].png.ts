import type { APIRoute } from "astro";
import { sharePictures } from "../../share/painter.ts";
import { sharePictureAnswer } from "../../share/picture-answer.ts";
import { previewOf } from "../../share/share-picture-address.ts";

/** A tree's picture for link previews, in the language of its address. */
export const GET: APIRoute = ({ params: { picture = "" }, request, locals: { api, language } }) =>
  sharePictureAnswer({ picture, current: previewOf, request, api, language }, sharePictures);
