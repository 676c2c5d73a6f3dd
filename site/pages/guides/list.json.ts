import type { APIRoute } from "astro";
import { allGuides } from "../../guides/guides.ts";

/** The guides in order, as listed in machine-readable files. */
export const GET: APIRoute = async () => {
  const guides = (await allGuides()).map(({ id, data: { title, description, group, updated } }) => ({
    name: id,
    title,
    description,
    group,
    updated: updated.toISOString().slice(0, 10),
  }));
  return Response.json(guides);
};
