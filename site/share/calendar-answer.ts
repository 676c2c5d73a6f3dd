import { unlinked } from "#contract/characters";
import type { Tree } from "#contract/trees";
import { codeMeantBy, treeLink } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";
import type { Strings } from "../i18n/strings.ts";
import { calendarFile } from "./calendar-file.ts";
import { plainTextError } from "./plain-text-error.ts";

export type Asked = { typed: string; api: Pick<ApiClient, "tree">; strings: Strings };

/**
 * Responds with a tree's opening day as a calendar file for visitors, in the language of the request. It links to the
 * tree.
 */
export async function calendarAnswer({ typed, api, strings }: Asked): Promise<Response> {
  const { code } = codeMeantBy(typed);
  if (code === null) return plainTextError(404, strings);
  if (code !== typed) return new Response(null, { status: 301, headers: { location: `/calendar/${code}.ics` } });
  const tree = await api.tree(code);
  if (!tree.ok) return plainTextError(tree.status, strings);

  const link = treeLink(code);
  const { ownerName } = tree.data;
  const owner = strings.owner(ownerName && unlinked(ownerName));
  return calendarDownload(tree.data, link, strings, strings.calendar.description(link, owner));
}

/** The file itself, with an entry that links to `link`. */
export function calendarDownload(tree: Tree, link: string, strings: Strings, description: string): Response {
  const summary = strings.calendar.summary(tree.name);
  return new Response(calendarFile({ tree, link, strings: { summary, description } }), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="tree-${tree.shareCode}.ics"`,
      vary: "Accept-Language, Cookie",
    },
  });
}
