import type { APIRoute } from "astro";
import { sharePictureAnswer } from "../../share/share-picture-answer.ts";
import { sharePictures } from "../../share/share-pictures.ts";

/** A tree's picture for link previews. */
export const GET: APIRoute = ({ params, request, locals: { api, strings } }) =>
  sharePictureAnswer({ picture: params.picture ?? "", request, api, strings }, sharePictures);
