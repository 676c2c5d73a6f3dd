import type { APIRoute } from "astro";
import { ownTreeLink } from "../../../addresses.ts";
import { plainTextError } from "../../../api-unavailable.ts";
import { calendarDownload } from "../../../share/calendar-file.ts";

/** The opening day as a calendar file for the owner. It links to the messages, which visitors never see. */
export const GET: APIRoute = async ({ locals: { api, strings }, params }) => {
  const code = params.code ?? "";
  const tree = await api.ownTree(code);
  if (!tree.ok) return plainTextError(tree.status, strings);
  const link = ownTreeLink(code);
  return calendarDownload(tree.data, link, strings, strings.calendar.ownDescription(link));
};
