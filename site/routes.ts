import { findShareCode, SHARE_CODE_PATTERN } from "#contract/codes";
import { TREE_TYPES } from "#contract/trees";
import { isGuide, splitLanguage } from "./i18n/prefix.ts";
import { SPRITE_VERSION } from "./tree-picture/gift-sprite.ts";

/** What the site knows of a page before it renders it. */
type Route = {
  /** The methods it allows; GET and HEAD if omitted. */
  methods?: "form" | "POST only";
  /**
   * The page is the same for all readers of a language, so that caches may share it, if it has no other query parameters
   * than these, with values like these.
   */
  shared?: Readonly<Record<string, RegExp>>;
  /** Query parameters that make it one person's page: what they typed or chose. All others are dropped. */
  personal?: readonly string[];
  /** Query parameters that say what a form just did. Only the browser that sent the form is shown it (outcome.ts). */
  outcomes?: readonly string[];
  /** The page checks that its outcome is still so: whoever comes back to it within the hour is shown it again. */
  checksOutcome?: true;
  /** The value of `v` with which the file never changes. */
  version?: string;
  /** The page depends on the session; `own` if its content is for one person only: an owner or a moderator. */
  session?: "any" | "own";
};

const TYPE = new RegExp(`^(${TREE_TYPES.join("|")})$`);
const CURSOR = /^[\w-]{1,200}$/;
/** `tree=` in any letter case, also copied from HTML. */
const TREE = /^(amp;)?tree$/i;
const DRAFT = ["name", "ownerName", "surprise", "organizerName", "type", "look", "openingDay", "timeZone"];

/** Every page of site/pages by its path without a language. A test compares this list with the folder. */
export const ROUTES: Readonly<Record<string, Route>> = {
  "/": { shared: {}, personal: ["occasion", "gifts", "hang"] },
  "/create": { shared: { type: TYPE }, personal: [...DRAFT, "assistant"], methods: "form" },
  "/send-message": {
    shared: { tree: SHARE_CODE_PATTERN, before: CURSOR },
    outcomes: ["hung"],
    checksOutcome: true,
    methods: "form",
  },
  "/report": {
    shared: { tree: SHARE_CODE_PATTERN },
    personal: ["message", "before", "gift", "key"],
    outcomes: ["sent"],
    methods: "form",
  },
  "/tree/[code]/screen": { shared: {}, outcomes: ["saved"], methods: "form" },
  "/take-back": { personal: ["tree", "gift", "key"], outcomes: ["done", "untold"], methods: "form" },
  "/sign-in": { shared: {}, personal: ["next"], outcomes: ["signed-out", "reset", "confirmed"], methods: "form" },
  "/sign-up": { shared: {}, personal: ["next"], outcomes: ["sent"], checksOutcome: true, methods: "form" },
  "/sign-out": { methods: "POST only" },
  "/reset-password": { session: "any", personal: ["token", "next"], outcomes: ["sent"], methods: "form" },
  "/confirm-email": { session: "any", personal: ["token"], methods: "form" },
  "/unsubscribe": { personal: ["token"], methods: "form" },
  "/account": {
    session: "own",
    // A script adds the passkey: the page looks at it.
    personal: ["passkey"],
    outcomes: [
      "saved",
      "mailed",
      "emailKept",
      "noneWaited",
      "password",
      "removed",
      "hidden",
      "unhidden",
      "ended",
      "untold",
      "confirmed",
    ],
    methods: "form",
  },
  "/my-trees": { session: "own", personal: ["before", "preparing"], outcomes: ["felled", "confirmed"] },
  "/my-trees/[code]": {
    session: "own",
    personal: ["before", "select", "all"],
    outcomes: ["created", "claimed", "confirmed", "saved", "thanked", "deleted", "hidden", "shown", "names"],
    methods: "form",
  },
  "/my-trees/[code]/calendar.ics": { session: "own" },
  "/my-trees/[code]/delete": { session: "own", personal: ["gift", "before"], methods: "form" },
  "/my-trees/[code]/names": { session: "own", personal: ["all", "before"], methods: "form" },
  "/my-trees/[code]/hide": { session: "own", personal: ["gift", "before"], methods: "form" },
  "/my-trees/[code]/keepsake": { session: "own", personal: ["part", "before"] },
  "/my-trees/[code]/opening": { session: "own", personal: ["gift", "before", "done"], methods: "form" },
  "/my-trees/[code]/reply": { session: "own", personal: ["all", "gift", "before", "opening"], methods: "form" },
  "/my-trees/[code]/report": { session: "own", personal: ["gift", "before"], outcomes: ["sent"], methods: "form" },
  "/organizing/[code]": {
    session: "own",
    personal: ["before"],
    outcomes: ["created", "saved", "deleted"],
    methods: "form",
  },
  "/organizing/[code]/link": { session: "own", methods: "form" },
  "/claim": { session: "any", personal: ["tree", "key"], methods: "form" },
  "/moderation": { session: "own", personal: ["before"], outcomes: ["done", "settled", "saved"], methods: "form" },
  "/moderation/history": { session: "own", personal: ["before"], outcomes: ["done"], methods: "form" },
  "/invitation/[code]": {},
  "/calendar/[code].ics": {},
  "/webmcp/[tool]": { methods: "POST only" },
  "/guides": {},
  "/guides/[name]": {},
  "/guides/list.json": {},
  "/gifts.svg": { version: SPRITE_VERSION },
  "/tree-picture/[picture].svg": {},
  "/tree-picture/[code]/gifts.svg": { personal: ["v"] },
  "/share-picture/[picture].png": {},
  "/story-card/[picture].png": {},
  "/manifest.webmanifest": {},
  "/.well-known/change-password": {},
  "/status": {},
  "/offline": {},
  "/404": {},
  "/500": {},
  "/503": {},
};

/** How long, in seconds, a page that is the same for everybody may be shared, and shown while it is asked for again. */
export const PAGE_LIFE = { maxAge: 5, stale: 30 } as const;

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

/** Whether there is a page at a path without a language. */
export const isPage = (path: string): boolean => routeOf(path) !== undefined;

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
  const given = [...new URLSearchParams(query)];
  const isOnce = new Set(given.map(([name]) => name)).size === given.length;
  return isOnce && given.every(([name, value]) => Object.hasOwn(shared, name) && shared[name]?.test(value));
}

/**
 * Returns the query of a page without the parameters and values that it does not know, other versions, and outcomes that
 * did not happen in this browser; a text that holds one share code becomes that code. The query of a page that caches
 * share has one spelling: otherwise, each link with a tracker's parameters would be a page of its own.
 */
export function tidyQuery(
  path: string,
  query: string,
  { site, isOutcome }: { site: string; isOutcome: boolean },
): string {
  const route = routeOf(path === "/guides/" ? "/guides" : path);
  if (!route) return query;
  const { shared = {}, personal = [], outcomes = [], version } = route;
  const known = [...Object.keys(shared), ...personal, ...(isOutcome ? outcomes : [])];
  const given = [...new URLSearchParams(query)];
  const isKnown = (name: string, value: string) =>
    (known.includes(name) && (name === "tree" || (shared[name]?.test(value) ?? true))) ||
    (name === "v" && value === version);
  const named = given.map(([name, value]): [string, string] =>
    known.includes("tree") && TREE.test(name) ? ["tree", findShareCode(value, site).code ?? value] : [name, value],
  );
  const kept = named.filter(([name, value]) => isKnown(name, value));
  const isAsGiven = kept.length === given.length && kept.every((each, i) => `${each}` === `${given[i]}`);
  const tidy =
    kept.length === 0
      ? ""
      : `?${new URLSearchParams(kept.toSorted(([a], [b]) => known.indexOf(a) - known.indexOf(b)))}`;
  return !isAsGiven || kept.length === 0 || isPublicPage(path, tidy) ? tidy : query;
}

/** Whether an address without a language says what a form just did. */
export function hasOutcome(path: string, query: string): boolean {
  const outcomes = routeOf(path)?.outcomes ?? [];
  return [...new URLSearchParams(query).keys()].some((name) => outcomes.includes(name));
}

/** Whether the page at a path without a language says what a form did only once. */
export const isToldOnce = (path: string): boolean => !routeOf(path)?.checksOutcome;

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

/** Whether a request only reads; it then has no body. */
export const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";
