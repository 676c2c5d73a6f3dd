import type { APIRoute } from "astro";
import { homePicture, homePictureVersion } from "../../share/home-picture.ts";
import { pictureAnswer } from "../../share/picture-answer.ts";
import { sharePictures } from "../../share/share-pictures.ts";

/** The site's picture for link previews. Its address never changes, so it expires after a day. */
export const GET: APIRoute = ({ request, locals: { strings } }) => {
  const options = {
    version: homePictureVersion(),
    what: homePicture,
    owner: "the site",
    cacheControl: "public, max-age=86400",
  };
  return pictureAnswer({ ...options, request, strings }, sharePictures);
};
