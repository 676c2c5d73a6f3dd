import { defineMiddleware } from "astro:middleware";
import type { APIContext } from "astro";
import { preferenceIn } from "../requests/header-parts.ts";
import { siteUrl } from "./addresses.ts";
import { preferredForm } from "./agents/negotiate.ts";
import { MARKDOWN } from "./agents/world.ts";
import { RETRY_AFTER_SECONDS } from "./api-away.ts";
import { apiClient } from "./api-client.ts";
import { LANGUAGE_COOKIE, LANGUAGES, type Language, wantedLanguage } from "./languages/languages.ts";
import { isGuide, withLanguage } from "./languages/prefix.ts";
import { type Strings, stringsIn } from "./strings/strings.ts";
import { varyBy } from "./vary.ts";

/** What every page starts from: its language, the way to the API, and who is signed in. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, locals, cookies } = context;
  // A file made at build time has no visitor yet.
  if (context.isPrerendered) {
    speak(locals, LANGUAGES[0], null);
    return next();
  }
  // The front door took the prefix off the address, and says which it was.
  const { prefix } = locals;
  const accepted = preferenceIn(request.headers, "accept-language");
  // A guide is for everybody: it is asked for in its one language, and as nobody.
  locals.isForEverybody = isGuide(context.url.pathname);
  if (locals.isForEverybody) speak(locals, LANGUAGES[0], null);
  else speak(locals, prefix ?? wantedLanguage(cookies.get(LANGUAGE_COOKIE)?.value, accepted), prefix);

  const address = addressOf(context);
  if (!address) return new Response(null, { status: 400 });
  const cookie = locals.isForEverybody ? null : request.headers.get("cookie");
  const forwardedFor = request.headers.get("x-forwarded-for");
  const userAgent = request.headers.get("user-agent");
  locals.api = apiClient({ address, forwardedFor, cookie, userAgent });
  const session = cookie?.includes("session_token=") ? await locals.api.session() : null;
  locals.owner = session?.ok ? session.data.owner : null;

  const response = await next();
  finish(response, locals, request.method === "POST" || context.url.searchParams.has("hung"));
  if (locals.owner && isForOneAlone(context.url.pathname)) keepWhole(response);
  const isForProgram = response.status === 404 && preferredForm(preferenceIn(request.headers, "accept")) === "markdown";
  return isForProgram ? notFoundInMarkdown(response.headers, locals.strings) : response;
});

/** Whoever has left already has no address any more, and gets nothing done: it could not be counted whose it was. */
function addressOf(context: APIContext): string | null {
  try {
    return context.clientAddress;
  } catch {
    return null;
  }
}

/** What is not there, for those who read Markdown: where to look instead. */
function notFoundInMarkdown(headers: Headers, { notFound }: Strings): Response {
  headers.set("content-type", MARKDOWN);
  const index = `${siteUrl()}/llms.txt`;
  return new Response(`# ${notFound.title}\n\n${notFound.text}\n\n[llms.txt](${index})\n`, { status: 404, headers });
}

/** Pages that hold what one person alone may read: an owner's, and a moderator's. */
const isForOneAlone = (path: string) => /^\/(my-trees|account|moderation)(\/|$)/.test(path);

/**
 * Neither we nor a proxy compress such a page: it holds strangers' words beside private ones, and a compressed length
 * tells whether they are alike (docs/decisions/015-owners-pages-and-compression.md).
 */
function keepWhole({ headers }: Response) {
  headers.set("cache-control", "private, no-store, no-transform");
}

function speak(locals: App.Locals, language: Language, prefix: Language | null) {
  locals.language = language;
  locals.strings = stringsIn[language];
  locals.prefix = prefix;
  locals.at = (address) => withLanguage(prefix, address);
}

function finish(
  { headers, ok, status }: Response,
  { owner, language, at, isForEverybody }: App.Locals,
  isOfOneVisit: boolean,
) {
  const location = headers.get("location");
  if (location) headers.set("location", at(location));
  if (headers.get("content-type")?.startsWith("text/html")) {
    headers.set("content-type", "text/html; charset=utf-8");
    headers.set("content-language", language);
    varyBy(headers, ...(isForEverybody ? ["Accept"] : ["Accept", "Accept-Language", "Cookie"]));
  }
  if (status === 503 && !headers.has("retry-after")) headers.set("retry-after", RETRY_AFTER_SECONDS);
  const shared = isForEverybody && ok ? "public, max-age=300, must-revalidate" : "no-cache";
  // A form that comes back holds what was typed into it, such as a message, and thanks name the gift: no cache may have them.
  const isForOne = owner !== null || isOfOneVisit;
  if (!headers.has("cache-control")) headers.set("cache-control", isForOne ? "private, no-store" : shared);
}
