import type { APIRoute } from "astro";
import { sharePictures } from "../../share/painter.ts";
import { pictureAnswer, sharePictureAnswer } from "../../share/picture-answer.ts";
import { homePicture, homePictureVersion, previewOf } from "../../share/share-picture-address.ts";

/** For link previews: a tree's picture, in the language of its address, or the site's. */
export const GET: APIRoute = ({ params: { picture = "" }, request, locals: { api, language, strings } }) => {
  if (picture !== "home")
    return sharePictureAnswer({ picture, current: previewOf, request, api, language }, sharePictures);
  // Its address never changes, so it expires after a day.
  const cacheControl = "public, max-age=86400";
  const home = { version: homePictureVersion(), what: homePicture, owner: "the site", cacheControl };
  return pictureAnswer({ ...home, request, strings }, sharePictures);
};
