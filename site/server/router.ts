import { statSync } from "node:fs";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { isSoundHost, pathOf, pathWithQuery } from "../../shared/http/request.ts";
import { siteUrl } from "../addresses.ts";
import { splitLanguage, splitQuery, withLanguage } from "../i18n/prefix.ts";
import { stringsIn } from "../i18n/strings.ts";
import { isOutcome, toldCookie } from "../outcome.ts";
import { changedBy, FOR_THE_API, isPage, isPublicPage, isRead, isToldOnce, methodsOf, tidyQuery } from "../routes.ts";
import { builtFiles } from "./built-files.ts";
import { canonicalAddress } from "./canonical-address.ts";
import { compressed } from "./compressed.ts";
import { contentNegotiation, isMachineFile } from "./content-negotiation.ts";
import { isFromOwnPages } from "./csrf.ts";
import { type EncodedResponse, sendEncoded } from "./encoded-response.ts";
import { forward } from "./forward.ts";
import { choiceOfLanguage, languageOf } from "./language.ts";
import { builtPages, withForm, writtenIn } from "./pages.ts";
import { pageCache } from "./response-cache.ts";
import { secure } from "./security-headers.ts";

export type Answer = Response | Promise<Response>;
/** Returns the client's IP address, or undefined if it has disconnected. */
export type ClientIp = () => string | undefined;

const FOUND_MAX = 1000;
const CACHE_KEY_MAX = 500;

/**
 * Creates the router of a built site. A request passes, in this order: CSRF check, one redirect to the canonical address
 * in the chosen language with known parameters, the API, allowed methods, static and machine-readable files, pages. Every
 * response gets security headers; cached ones already have them.
 */
export async function createRouter(dist: string): Promise<(request: Request, clientIp: ClientIp) => Answer> {
  const renderPage = await builtPages(dist);
  const pages = pageCache(renderPage);
  const agents = contentNegotiation(renderPage, statSync(join(dist, "server/entry.mjs")).mtime);
  const files = builtFiles(join(dist, "client"));

  async function page(request: Request, address: string, isPublic: boolean, clientIp: ClientIp): Promise<Response> {
    const visitor = clientIp();
    if (isRead(request)) {
      if (isPublic) return pages.find(request, address, visitor);
      return compressed(request, await renderPage(request, address, visitor));
    }
    const whole = await withForm(request, address);
    if (whole === null) return refuse(request, 413, "tooLarge");
    const answer = await renderPage(whole, address, visitor);
    // Even after an error: if the tree was paused meanwhile, the visitor must not get the cached form again. But while
    // the API is away, the cached page is all there is.
    if (isPublic && answer.status !== 503) for (const each of changedBy(address)) pages.noteChange(each);
    return compressed(request, answer);
  }

  /** An address with what its page knows of its query; a file knows nothing. */
  function tidied(address: string, isTold: boolean): string {
    const { pathname, search } = partsOf(address);
    // A browser refuses a worker whose script is behind a redirect.
    if (search === "" || pathname === "/service-worker.js") return address;
    const isFile = !isPage(pathname) && (files.has(pathname) || isMachineFile(pathname));
    const tidy = isFile ? "" : tidyQuery(pathname, search, { site: siteUrl(), isOutcome: isTold });
    return tidy === search ? address : withLanguage(splitLanguage(address).language, pathname + tidy);
  }

  /** Cached responses by everything they depend on: most visitors request the same few. */
  const found = new LRUCache<string, EncodedResponse>({ max: FOUND_MAX });

  return (request, clientIp) => {
    if (!isSoundHost(request.headers)) {
      const refused = new Response("Bad Request\n", { status: 400, headers: PLAIN });
      secure(refused.headers, pathOf(request));
      return refused;
    }
    const path = pathOf(request);
    const address = pathWithQuery(request) || "/";
    const { language: prefix, address: own } = splitLanguage(path);
    const language = prefix ?? languageOf(request.headers);
    const cacheKey = isRead(request) ? `${request.headers.get("accept")} ${language} ${request.url}` : null;
    const known = cacheKey && found.get(cacheKey);
    if (known) return sendEncoded(known, request);
    const isForApi = FOR_THE_API.test(address);
    const recalled = isForApi || !cacheKey ? null : pages.recall(request);
    if (recalled) return recalled;
    const secured = (answer: Response) => {
      secure(answer.headers, path);
      return answer;
    };
    if (!isFromOwnPages(request)) {
      return writtenIn(request, address).then((text) => secured(refuse(request, 403, "foreign", {}, text)));
    }
    const canonical = canonicalAddress(address) ?? address;
    const isOfPage = isRead(request) && !FOR_THE_API.test(canonical);
    const choice = isOfPage ? choiceOfLanguage(canonical, request.headers) : null;
    const wanted = choice?.location ?? canonical;
    const isTold = isOutcome(wanted, request.headers.get("cookie"));
    const location = isOfPage ? tidied(wanted, isTold) : canonical;
    if (location !== address) {
      const isForGood = !choice && canonical !== address;
      const headers = { location, "cache-control": "no-store", ...(choice && { "set-cookie": choice.cookie }) };
      return secured(isForGood ? redirect(308, { location }) : redirect(303, headers));
    }
    if (isForApi) return forward(request, address, clientIp()).then(secured);
    const methods = methodsOf(path);
    const { pathname, search } = partsOf(address);
    const find = () => files.get(own + search) ?? files.get(own) ?? agents(own, request.headers, prefix);
    if (!methods.includes(request.method)) {
      const refused = () => refuse(request, 405, "method", { allow: methods.join(", ") });
      if (request.method !== "OPTIONS") return secured(refused());
      return Promise.resolve(find()).then((file) => secured(preflightOf(file) ?? refused()));
    }
    const made = async () => {
      const answer = await page(request, address, isPublicPage(pathname, search), clientIp);
      // Not told is what a program fetches ahead, or what could not be shown.
      const isSeen =
        request.method === "GET" && answer.status === 200 && !AHEAD.some((name) => request.headers.has(name));
      if (isTold && isSeen && isToldOnce(pathname)) answer.headers.append("set-cookie", toldCookie());
      return secured(answer);
    };
    const give = (cached: EncodedResponse | Response | null): Answer => {
      if (cached === null) return made();
      if (cached instanceof Response) return secured(cached);
      // Clients control the address.
      if (cacheKey && cacheKey.length <= CACHE_KEY_MAX) found.set(cacheKey, cached);
      return sendEncoded(cached, request);
    };
    const cached = isRead(request) ? find() : null;
    return cached instanceof Promise ? cached.then(give, made) : give(cached);
  };
}

/** Headers of a page that is fetched before somebody looks at it. */
const AHEAD = ["sec-purpose", "purpose"];

/** The path and query of an address, without its language prefix. */
const partsOf = (address: string) => splitQuery(splitLanguage(address).address);

const PLAIN = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
const redirect = (status: number, headers: Record<string, string>) => new Response(null, { status, headers });

/** Answers the preflight of another website for a file that is open to all: for its ETag, say. */
function preflightOf(file: EncodedResponse | Response | null): Response | null {
  if (!file || file instanceof Response) return null;
  const origin = file.identity.answer.headers.get("access-control-allow-origin");
  if (origin === null) return null;
  const headers = { "access-control-allow-methods": "GET, HEAD, OPTIONS", "access-control-allow-headers": "*" };
  return new Response(null, { status: 204, headers: { "access-control-allow-origin": origin, ...headers } });
}

/** In the language of the page, which its address or a saved choice tells, or else of the browser. */
function refuse(
  request: Request,
  status: number,
  why: "foreign" | "method" | "tooLarge",
  more: Record<string, string> = {},
  written = "",
): Response {
  const { language } = splitLanguage(pathOf(request));
  const { problems } = stringsIn[language ?? languageOf(request.headers)];
  const sentence = `${problems[why]}\n`;
  // Plain text, since another website chose it: it must not be interpreted here.
  const body = written === "" ? sentence : `${sentence}\n${problems.written}\n\n${written}\n`;
  return new Response(body, { status, headers: { ...PLAIN, ...more } });
}
