import type { APIRoute, GetStaticPaths } from "astro";
import { stillPictures } from "../../tree-picture/still-pictures.ts";

export const prerender = true;

export const getStaticPaths: GetStaticPaths = () =>
  [...stillPictures.keys()].map((picture) => ({ params: { picture } }));

export const GET: APIRoute = ({ params }) =>
  new Response(stillPictures.get(params.picture ?? "")?.(), { headers: { "content-type": "image/svg+xml" } });
