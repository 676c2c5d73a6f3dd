import type { APIRoute, GetStaticPaths } from "astro";
import { TREE_TYPES, type TreeType } from "#contract/trees";
import { treePicture } from "../../tree-picture/tree-picture.ts";

export const prerender = true;

const HOURS = ["day", "night"] as const;
type Picture = { type: TreeType; hour: (typeof HOURS)[number] };

/** An occasion's tree without gifts, for pages that load it only when it is selected. */
export const getStaticPaths: GetStaticPaths = () =>
  TREE_TYPES.flatMap((type) =>
    HOURS.map((hour) => ({ params: { picture: `${type}-${hour}` }, props: { type, hour } satisfies Picture })),
  );

export const GET: APIRoute<Picture> = ({ props: { type, hour } }) =>
  new Response(treePicture({ type }, [], { hour, frame: "tall", width: 480 }), {
    headers: { "content-type": "image/svg+xml" },
  });
