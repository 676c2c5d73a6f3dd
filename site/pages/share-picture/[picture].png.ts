import type { APIRoute } from "astro";
import { sharePictureAnswer } from "../../share/share-picture-answer.ts";
import { sharePictures } from "../../share/share-pictures.ts";

/** What link previews show of a tree. */
export const GET: APIRoute = ({ params, request, locals: { api, strings } }) =>
  sharePictureAnswer({ picture: params.picture ?? "", request, api, strings }, sharePictures);
