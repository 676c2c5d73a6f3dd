import type { APIRoute } from "astro";
import { sharePictures } from "../../share/painter.ts";
import { sharePictureAnswer } from "../../share/picture-answer.ts";
import { storyCardOf } from "../../share/share-picture-address.ts";

/** A tree's card for stories, in the language of its address. */
export const GET: APIRoute = ({ params: { picture = "" }, request, locals: { api, language } }) =>
  sharePictureAnswer({ picture, current: storyCardOf, request, api, language }, sharePictures);
