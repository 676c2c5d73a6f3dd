import type { APIRoute } from "astro";
import { groupedGuides } from "../../guides/guides.ts";

/** The guides in order, as listed in machine-readable files. */
export const GET: APIRoute = async ({ locals: { language, strings } }) => {
  const groups = await groupedGuides(language);
  const guides = groups.flatMap(({ group, guides }) =>
    guides.map(({ name, language, data: { title, description, updated } }) => ({
      name,
      language,
      title,
      description,
      group: strings.guides.groups[group],
      updated: updated.toISOString().slice(0, 10),
    })),
  );
  return Response.json(guides);
};
