import type { APIRoute } from "astro";
import type { TreePage } from "#contract/messages";
import { isLanguage } from "../../i18n/languages.ts";
import { stringsIn } from "../../i18n/strings.ts";
import { sharePictures } from "../../share/painter.ts";
import { sharePictureAnswer } from "../../share/picture-answer.ts";
import { previewOf } from "../../share/share-picture-address.ts";

/** A tree's picture for link previews, in the language of its address. */
export const GET: APIRoute = ({ params: { picture = "" }, request, locals: { api, strings, language } }) => {
  const [, asked] = picture.split("-");
  const own = isLanguage(asked) ? asked : language;
  const current = ({ tree, gifts }: TreePage) => previewOf(tree, gifts, stringsIn[own], own);
  return sharePictureAnswer({ picture, current, request, api, strings }, sharePictures);
};
