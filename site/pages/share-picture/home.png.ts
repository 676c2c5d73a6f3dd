import type { APIRoute } from "astro";
import { homePicture, homePictureVersion } from "../../share/home-picture.ts";
import { pictureAnswer } from "../../share/picture-answer.ts";
import { sharePictures } from "../../share/share-pictures.ts";

/** What link previews show of the site. Its address never changes, so it is asked for anew each day. */
export const GET: APIRoute = ({ request, locals: { strings } }) => {
  const asked = { version: homePictureVersion(), what: homePicture, cacheControl: "public, max-age=86400" };
  return pictureAnswer({ ...asked, request, strings }, sharePictures);
};
