import { readdirSync } from "node:fs";
import { join } from "node:path";
import { boundedBody } from "../../shared/http/bounded-body.ts";
import type { Reads } from "../api-client.ts";
import { splitLanguage } from "../i18n/prefix.ts";
import { isRead } from "./is-read.ts";
import { languageOf } from "./language.ts";

/**
 * Renders the page at an address, with or without a language before it, for the visitor with an IP address. `reads` is filled with what
 * it was made of.
 */
export type RenderPage = (
  request: Request,
  address: string,
  visitor: string | undefined,
  reads?: Reads,
) => Promise<Response>;

type Built = typeof import("../pages-app.ts");

/** What the pages' forms hold at most, with much to spare. */
const FORM_MAX_BYTES = 64 * 1024;
/** The address of the page that says so. */
const NOWHERE = "/404";

/** The built site's pages. */
export async function builtPages(dist: string): Promise<RenderPage> {
  const server = join(dist, "server");
  const { render }: Built = await import(join(server, "entry.mjs"));
  await loadAll(server);
  return (request, address, visitor, reads) => {
    // The page's own address has no language before it; which it was, the page is told.
    const { language: prefix, address: own } = splitLanguage(address);
    const language = prefix ?? languageOf(request.headers);
    return render(at(isOurs(own) ? own : NOWHERE, request), visitor, { prefix, language, reads });
  };
}

/**
 * Loads what each page would read from the disk when it is first asked for: a site that is built anew in this folder must
 * not take it from under the one that runs.
 */
async function loadAll(folder: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".mjs")) await import(join(folder, name));
  }
}

/** The longest that a page has is a tree's picture's, of some 60 characters. */
const PATH_MAX_LENGTH = 200;

/**
 * Whether an address may be one of the pages'. No page's path holds an escape or an empty part, so that Astro has nothing to decode, once
 * or several times (`/%255fimage`), nor slashes to collapse, for which it takes the square of their number. And what begins with a
 * line below is Astro's own, such as `/_server-islands`.
 */
function isOurs(address: string): boolean {
  const query = address.indexOf("?");
  const path = query < 0 ? address : address.slice(0, query);
  return path.length <= PATH_MAX_LENGTH && !/%|\/\/|^\/_/.test(path);
}

/** The request for another address. */
function at(address: string, request: Request): Request {
  const url = urlOf(address, request);
  return url === request.url ? request : new Request(url, request);
}

/** An address as a URL at the host that a request names. One that is none, or none at all, must not keep a page from being shown. */
const urlOf = (address: string, { url }: Request) => (URL.parse(url)?.origin ?? "http://localhost") + address;

/** The request with its form's body read, within bounds; null where it is larger than forms are. */
export async function withForm(request: Request, address: string): Promise<Request | null> {
  if (isRead(request)) return request;
  const body = await boundedBody(request, FORM_MAX_BYTES);
  return body && new Request(urlOf(address, request), { method: request.method, headers: request.headers, body });
}
