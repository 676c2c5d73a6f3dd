import type { APIRoute } from "astro";
import { splitLanguage, withLanguage } from "../../i18n/prefix.ts";
import { stringsIn } from "../../i18n/strings.ts";
import { answerCall, callIn } from "../../webmcp/answer-call.ts";
import { unavailable } from "../../webmcp/look-up-tree.ts";

/** Answers calls of the pages' WebMCP tools, which keeps their part in the browser small. */
export const POST: APIRoute = async ({ params, request, locals }) => {
  const call = callIn(await request.json().catch(() => null));
  // The calling page may have a language prefix; this address has none.
  const prefix = splitLanguage(call.page).language;
  const strings = stringsIn[prefix ?? locals.language];
  const at = (address: string) => withLanguage(prefix, address);
  const session = await locals.api.session();
  const reply = session.ok
    ? await answerCall(params.tool ?? "", call, { ...locals, owner: session.data.owner, strings, at })
    : { answer: unavailable };
  return Response.json(reply, { status: reply ? 200 : 404, headers: { "cache-control": "no-store" } });
};
