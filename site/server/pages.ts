import { readdirSync } from "node:fs";
import { join } from "node:path";
import { boundedBody } from "../../shared/http/bounded-body.ts";
import type { Reads } from "../api-client.ts";
import { WRITTEN } from "../forms/form.ts";
import { splitLanguage, splitQuery } from "../i18n/prefix.ts";
import { isRead } from "../routes.ts";
import { languageOf } from "./language.ts";

/**
 * Renders the page at an address, with or without a language prefix, for the visitor with that IP address. Adds the API
 * reads that it depends on to `reads`.
 */
export type RenderPage = (
  request: Request,
  address: string,
  visitor: string | undefined,
  reads?: Reads,
) => Promise<Response>;

type Built = typeof import("../pages-app.ts");

/** Maximum size of a form's body, with a wide margin. */
const FORM_MAX_BYTES = 64 * 1024;
/** Path of the not-found page. */
const NOWHERE = "/404";

/** Loads the built site and returns its renderer. */
export async function builtPages(dist: string): Promise<RenderPage> {
  const server = join(dist, "server");
  const { render }: Built = await import(join(server, "entry.mjs"));
  await loadAll(server);
  return (request, address, visitor, reads) => {
    // Astro gets the address without the language prefix, which is passed in the locals.
    const { language: prefix, address: own } = splitLanguage(address);
    const language = prefix ?? languageOf(request.headers);
    return render(at(isOurs(own) ? own : NOWHERE, request), visitor, { prefix, language, reads });
  };
}

/**
 * Loads all modules now instead of on first use: a new build in this folder must not break the running site.
 */
async function loadAll(folder: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".mjs")) await import(join(folder, name));
  }
}

/** Maximum length of a path. The longest one, of a tree's picture, has about 60 characters. */
const PATH_MAX_LENGTH = 200;

/**
 * Whether an address may belong to a page. No page path has escapes or empty segments: Astro would decode escapes, even
 * repeatedly (`/%255fimage`), and takes quadratic time to collapse slashes. Paths starting with `/_` are Astro's own,
 * such as `/_server-islands`; it reads backslashes and `/x/../` as URLs do.
 */
export function isOurs(address: string): boolean {
  const { pathname } = splitQuery(address);
  return pathname.length <= PATH_MAX_LENGTH && !/[%\\]|\/\/|^\/_|\/\.\.?(\/|$)/.test(pathname);
}

/**
 * Returns the request with another address. Astro would answer HEAD of an endpoint with an empty body and its length:
 * it renders the page, and Bun sends its headers alone.
 */
function at(address: string, request: Request): Request {
  const url = urlOf(address, request);
  if (request.method === "HEAD") return new Request(url, { headers: request.headers, signal: request.signal });
  return url === request.url ? request : new Request(url, request);
}

/** Returns a URL for the address on the request's host. Falls back to localhost if the host is invalid or missing. */
const urlOf = (address: string, { url }: Request) => (URL.parse(url)?.origin ?? "http://localhost") + address;

/** Reads the form's body and returns the request with it; null if it exceeds the limit. */
export async function withForm(request: Request, address: string): Promise<Request | null> {
  if (isRead(request)) return request;
  const body = await boundedBody(request, FORM_MAX_BYTES);
  return body && new Request(urlOf(address, request), { method: request.method, headers: request.headers, body });
}

/** Returns the text written in a refused form, so that it is not lost; empty if there is none. */
export async function writtenIn(request: Request, address: string): Promise<string> {
  const page = await withForm(request, address).catch(() => null);
  const form = await page?.formData().catch(() => null);
  if (!form) return "";
  const texts = WRITTEN.map((name) => form.get(name)).filter((text) => typeof text === "string" && text.trim() !== "");
  return texts.join("\n\n");
}
