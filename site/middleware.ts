import { defineMiddleware } from "astro:middleware";
import type { APIContext } from "astro";
import { preferenceIn } from "../shared/http/request.ts";
import { signInFirst, siteUrl } from "./addresses.ts";
import { apiClient, SIGNED_OUT } from "./api-client.ts";
import { RETRY_AFTER_SECONDS } from "./api-unavailable.ts";
import { failed, readFields } from "./forms/form.ts";
import { LANGUAGES } from "./i18n/languages.ts";
import { isGuide, withLanguage } from "./i18n/prefix.ts";
import { type Strings, speak } from "./i18n/strings.ts";
import { alternateLink, alternatePaths, ownPrefix } from "./machine-readable/markdown-alternates.ts";
import { preferredForm } from "./machine-readable/negotiate.ts";
import { MARKDOWN } from "./machine-readable/published-site.ts";
import { setServerTime, varyBy } from "./page-headers.ts";
import { isForOneAlone, isPublicPage, isRead, isSessionPage, kindOf, PAGE_LIFE } from "./routes.ts";

/** The page to show in place of a response without a body, by its status. */
const INSTEAD: Partial<Record<number, string>> = { 401: "/503", 404: "/404", 429: "/503", 503: "/503" };

/** Sets up every page: its language, the API client and, on session pages, the signed-in owner. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, locals } = context;
  // A file rendered at build time has no visitor.
  if (context.isPrerendered) {
    speak(locals, LANGUAGES[0], null);
    return next();
  }
  // The router has removed the prefix and passes it on together with the visitor's language.
  speak(locals, locals.language, locals.prefix);

  const address = addressOf(context);
  if (!address) return new Response(null, { status: 400 });
  const isReading = isRead(request);
  const { pathname, search } = context.url;
  const isOfSession = isSessionPage(pathname);
  // A public page is rendered without a session; a form sent from it may need one.
  const cookie = isReading && !isOfSession ? null : request.headers.get("cookie");
  const forwardedFor = request.headers.get("x-forwarded-for");
  const userAgent = request.headers.get("user-agent");
  locals.api = apiClient({ address, forwardedFor, cookie, userAgent }, locals.reads);
  const session = isOfSession ? await locals.api.session() : SIGNED_OUT;
  locals.owner = session.ok ? session.data.owner : null;
  const isPublic = isPublicPage(pathname, search);
  // The pages of an owner are counted by account, and files not at all.
  if (isReading && !isPublic && !isForOneAlone(pathname) && kindOf("GET", pathname) === "page") {
    const counted = await locals.api.visit();
    if (!counted.ok && counted.status === 429) return tooManyPages(locals.strings);
  }

  async function answer(): Promise<Response> {
    // Nobody can say who is signed in: neither a page nor "sign in" would be true.
    if (!session.ok) return failed(session);
    const given = locals.owner || !isForOneAlone(pathname) ? await next() : new Response(null, { status: 401 });
    // The session may also have ended since.
    return given.status === 401 && isReading ? context.redirect(signInFirst(url), 303) : given;
  }
  const url = new URL(context.url);
  const typed = isReading ? null : request.clone();
  const answered = await answer();
  const instead = answered.body === null ? INSTEAD[answered.status] : undefined;
  if (instead) {
    const fields = typed && (await readFields(typed));
    locals.instead = { answer: answered, url, fields, isUnsent: !session.ok };
  }
  const response = instead ? await next(new Request(new URL(instead, url))) : answered;
  if (instead) for (const cookie of answered.headers.getSetCookie()) response.headers.append("set-cookie", cookie);
  finish(
    response,
    locals,
    pathname,
    isReading && isPublic,
    // A query that is not shared is what somebody typed or did.
    !isReading || isOfSession || (search !== "" && !isPublic),
  );
  if (locals.owner && isForOneAlone(pathname)) keepWhole(response);
  const isForProgram = response.status === 404 && preferredForm(preferenceIn(request.headers, "accept")) === "markdown";
  return isForProgram ? notFoundInMarkdown(response.headers, locals.strings) : response;
});

const SHARED = `public, max-age=${PAGE_LIFE.maxAge}, stale-while-revalidate=${PAGE_LIFE.stale}`;

function tooManyPages({ problems }: Strings): Response {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", "retry-after": "60" };
  return new Response(`${problems.tooManyPages}\n`, { status: 429, headers });
}

/** Returns null if the client has disconnected: without an address its request could not be rate limited. */
function addressOf(context: APIContext): string | null {
  try {
    return context.clientAddress;
  } catch {
    return null;
  }
}

/** A 404 in Markdown that points to the index. */
function notFoundInMarkdown(headers: Headers, { notFound }: Strings): Response {
  headers.set("content-type", MARKDOWN);
  const index = `${siteUrl()}/llms.txt`;
  return new Response(`# ${notFound.title}\n\n${notFound.text}\n\n[llms.txt](${index})\n`, { status: 404, headers });
}

/**
 * Neither the site nor a proxy may compress such a page: it contains strangers' text next to private text, and the
 * compressed length reveals whether they are alike (docs/decisions/015-owners-pages-and-compression.md).
 */
function keepWhole({ headers }: Response) {
  headers.set("cache-control", "private, no-store, no-transform");
}

function finish(
  { headers, ok, status }: Response,
  { language, prefix, at }: App.Locals,
  path: string,
  isPublic: boolean,
  isOfOneVisit: boolean,
) {
  const isOfGuides = isGuide(path);
  const location = headers.get("location");
  if (location) headers.set("location", at(location));
  if (headers.get("content-type")?.startsWith("text/html")) {
    headers.set("content-type", "text/html; charset=utf-8");
    headers.set("content-language", language);
    if (!isOfGuides) setServerTime(headers);
    const alternate = ok ? alternatePaths(path)?.alternate : undefined;
    if (alternate) headers.append("link", alternateLink(withLanguage(ownPrefix(language), alternate)));
    // The language comes from the address, a cookie, or the browser.
    varyBy(headers, ...((isOfGuides || isPublic) && prefix ? ["Accept"] : ["Accept", "Accept-Language", "Cookie"]));
  }
  if (status === 503 && !headers.has("retry-after")) headers.set("retry-after", RETRY_AFTER_SECONDS);
  if (headers.has("cache-control")) return;
  if (isOfOneVisit) headers.set("cache-control", "private, no-store");
  else if (isOfGuides && ok && prefix) headers.set("cache-control", "public, max-age=300, must-revalidate");
  else if (isPublic && ok && prefix) headers.set("cache-control", SHARED);
  else headers.set("cache-control", isPublic || isOfGuides ? "no-cache" : "private, no-cache");
}
