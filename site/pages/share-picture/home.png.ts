import type { APIRoute } from "astro";
import { sharePictures } from "../../share/painter.ts";
import { pictureAnswer } from "../../share/picture-answer.ts";
import { homePicture, homePictureVersion } from "../../share/share-picture-address.ts";

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
