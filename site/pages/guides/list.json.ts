import type { APIRoute } from "astro";
import { groupedGuides } from "../../guides/guides.ts";

/** The guides in order, as listed in machine-readable files. */
export const GET: APIRoute = async ({ locals: { language, strings, prefix } }) => {
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
  // The address without a prefix answers in the visitor's language.
  return Response.json(guides, { headers: prefix ? {} : { vary: "Accept-Language, Cookie" } });
};
