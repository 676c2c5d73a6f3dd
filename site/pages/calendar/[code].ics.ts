import type { APIRoute } from "astro";
import { unlinked } from "#contract/characters";
import { codeMeantBy, treeLink } from "../../addresses.ts";
import { plainTextError } from "../../api-unavailable.ts";
import { calendarDownload } from "../../share/calendar-file.ts";

/** A tree's opening day as a calendar file for visitors, in the language of the request. It links to the tree. */
export const GET: APIRoute = async ({ params: { code: typed = "" }, locals: { api, strings } }) => {
  const { code } = codeMeantBy(typed);
  if (code === null) return plainTextError(404, strings);
  if (code !== typed) return new Response(null, { status: 301, headers: { location: `/calendar/${code}.ics` } });
  const tree = await api.tree(code);
  if (!tree.ok) return plainTextError(tree.status, strings);

  const link = treeLink(code);
  const { ownerName } = tree.data;
  const owner = strings.owner(ownerName && unlinked(ownerName));
  return calendarDownload(tree.data, link, strings, strings.calendar.description(link, owner));
};
