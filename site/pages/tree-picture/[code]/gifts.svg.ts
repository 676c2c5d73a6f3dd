import type { APIRoute } from "astro";
import { giftsPictureAnswer } from "../../../trees/gifts-picture.ts";

/** A tree's gifts as they hang, to lay over the picture of a tree without gifts. */
export const GET: APIRoute = ({ params, request, locals: { api, strings } }) =>
  giftsPictureAnswer({ code: params.code ?? "", request, api, strings });
