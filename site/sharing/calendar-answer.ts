import { codeMeantBy, treeLink } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";
import type { Strings } from "../strings/strings.ts";
import { calendarFile } from "./calendar-file.ts";
import { plainRefusal } from "./plain-refusal.ts";

export type Asked = { typed: string; api: Pick<ApiClient, "tree">; strings: Strings };

/** Answers with a tree's opening day as a file for calendars, in the language of whoever asks. */
export async function calendarAnswer({ typed, api, strings }: Asked): Promise<Response> {
  const { code } = codeMeantBy(typed);
  if (code === null) return plainRefusal(404, strings);
  if (code !== typed) return new Response(null, { status: 301, headers: { location: `/calendar/${code}.ics` } });
  const tree = await api.tree(code);
  if (!tree.ok) return plainRefusal(tree.status, strings);

  const link = treeLink(code);
  const summary = strings.calendar.summary(tree.data.name);
  const description = strings.calendar.description(link);
  return new Response(calendarFile({ tree: tree.data, link, strings: { summary, description } }), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="tree-${code}.ics"`,
      vary: "Accept-Language, Cookie",
    },
  });
}
