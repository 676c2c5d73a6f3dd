import { isGuide, splitLanguage } from "./i18n/prefix.ts";

/** What the site knows of a page before it renders it. */
type Route = {
  /** The methods it allows; GET and HEAD if omitted. */
  methods?: "form" | "POST only";
  /**
   * The page is the same for all readers of a language, so that caches may share it, if it has no other query parameters
   * than these. Any other query is personal: what the visitor just did (`hung`) or typed (`/create?name=`).
   */
  shared?: readonly string[];
  /** The page depends on the session; `own` if its content is for one person only: an owner or a moderator. */
  session?: "any" | "own";
};

/** Every page of site/pages by its path without a language. A test compares this list with the folder. */
export const ROUTES: Readonly<Record<string, Route>> = {
  "/": { shared: [] },
  "/create": { shared: ["type"], methods: "form" },
  "/send-message": { shared: ["tree", "before"], methods: "form" },
  "/report": { shared: ["tree", "message", "before"], methods: "form" },
  "/tree/[code]/screen": { shared: [] },
  "/take-back": { methods: "form" },
  "/sign-in": { shared: [], methods: "form" },
  "/sign-up": { shared: [], methods: "form" },
  "/sign-out": { methods: "POST only" },
  "/reset-password": { session: "any", methods: "form" },
  "/confirm-email": { session: "any", methods: "form" },
  "/unsubscribe": { methods: "form" },
  "/account": { session: "own", methods: "form" },
  "/my-trees": { session: "own" },
  "/my-trees/[code]": { session: "own", methods: "form" },
  "/my-trees/[code]/calendar.ics": { session: "own" },
  "/my-trees/[code]/delete": { session: "own", methods: "form" },
  "/my-trees/[code]/names": { session: "own", methods: "form" },
  "/my-trees/[code]/fold": { session: "own", methods: "form" },
  "/my-trees/[code]/keepsake": { session: "own" },
  "/my-trees/[code]/opening": { session: "own", methods: "form" },
  "/my-trees/[code]/report": { session: "own", methods: "form" },
  "/moderation": { session: "own", methods: "form" },
  "/moderation/history": { session: "own", methods: "form" },
  "/invitation/[code]": {},
  "/calendar/[code].ics": {},
  "/webmcp/[tool]": { methods: "POST only" },
  "/guides": {},
  "/guides/[name]": {},
  "/guides/list.json": {},
  "/gifts.svg": {},
  "/tree-picture/[picture].svg": {},
  "/tree-picture/[code]/gifts.svg": {},
  "/share-picture/[picture].png": {},
  "/share-picture/home.png": {},
  "/story-card/[picture].png": {},
  "/manifest.webmanifest": {},
  "/.well-known/change-password": {},
  "/status": {},
  "/offline": {},
  "/404": {},
  "/500": {},
};

/** Paths of the API, proxied to it. */
export const FOR_THE_API = /^\/(v1|auth|owner|docs|openapi\.json)(\/|\?|$)/;

const withParameters = Object.entries(ROUTES)
  .filter(([path]) => path.includes("["))
  .map(([path, route]) => ({
    route,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\[\w+\]/g, "[^/]+")}$`),
  }));

/** The route of a path without a language; undefined if there is no such page. */
const routeOf = (path: string): Route | undefined =>
  Object.hasOwn(ROUTES, path) ? ROUTES[path] : withParameters.find(({ pattern }) => pattern.test(path))?.route;

/** Returns the methods that the page at a path, with or without a language, allows. */
export function methodsOf(path: string): string[] {
  const methods = routeOf(splitLanguage(path).address)?.methods;
  if (methods === "POST only") return ["POST"];
  return methods === "form" ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
}

/** Whether a page, by its path and query without a language, is the same for all readers of a language. */
export function isPublicPage(path: string, query: string): boolean {
  const shared = routeOf(path)?.shared;
  if (!shared) return false;
  return query === "" || [...new URLSearchParams(query).keys()].every((name) => shared.includes(name));
}

/** The public pages, without a language, that a form sent to an address may have changed. */
export function changedBy(address: string): string[] {
  const { address: own } = splitLanguage(address);
  const code = /^\/send-message\?tree=(\w+)$/.exec(own)?.[1];
  return code ? [own, `/tree/${code}/screen`] : [own];
}

/** Whether a page, by its path without a language, depends on the session. */
export const isSessionPage = (path: string): boolean => routeOf(path)?.session !== undefined;

/** Whether a page's content is for one person only: an owner or a moderator. */
export const isForOneAlone = (path: string): boolean => routeOf(path)?.session === "own";

/** The kinds of requests that metrics count. */
export type Kind = "api" | "guide" | "file" | "form" | "page";

/** The kind of a request; never its address, which may contain a share code. */
export function kindOf(method: string, url: string): Kind {
  if (FOR_THE_API.test(url)) return "api";
  const { address } = splitLanguage(url);
  const [path = "/"] = address.split("?");
  if (isGuide(path)) return "guide";
  if (/^\/(_astro|\.well-known)\/|\.[a-z0-9]+$/i.test(path)) return "file";
  return method === "POST" ? "form" : "page";
}
