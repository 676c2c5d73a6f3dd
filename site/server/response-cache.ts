import { LRUCache } from "lru-cache";
import { FRESH_MS } from "#contract/limits";
import { pathWithQuery, preferenceIn } from "../../shared/http/request.ts";
import { apiClient, type Reads } from "../api-client.ts";
import { isApiSilent } from "../ask-api.ts";
import { namesNoLanguage } from "../i18n/languages.ts";
import { splitLanguage } from "../i18n/prefix.ts";
import { preferredForm } from "../machine-readable/negotiate.ts";
import { setServerTime } from "../page-headers.ts";
import { PAGE_LIFE } from "../routes.ts";
import { bestEncoding, compressed } from "./compressed.ts";
import { hashOf, type StoredResponse, sendStored, storedResponse } from "./encoded-response.ts";
import { languageOf } from "./language.ts";
import type { RenderPage } from "./pages.ts";

/** A rendered page, and the API reads that it depends on. */
type Entry = StoredResponse & {
  /** Its address without the language prefix. */
  own: string;
  bytes: number;
  reads: Reads;
  /** When the last check of its API reads began. */
  checkedMs: number;
  /** When it must be rendered again, even if nothing changed. */
  untilMs: number;
};

const CACHE_BYTES = 64 * 1024 * 1024;
/** Memory of an entry besides its bytes. */
const ENTRY_BYTES = 2000;
const CHANGES_MAX = 10_000;
/** How often to wait for another request's rendering that turns out to be private, such as a rate limit error. */
const OTHERS_REFUSED_MAX = 2;
/** Longer addresses are not cached: clients control them. */
const ADDRESS_MAX_LENGTH = 500;
/** Days begin on a quarter-hour in every time zone, and pages show how many days are left. */
const QUARTER_HOUR_MS = 15 * 60 * 1000;
/** How long a page may be shown after it was checked, as its `Cache-Control` announces. */
const SHOWN_MAX_MS = (PAGE_LIFE.maxAge + PAGE_LIFE.stale) * 1000;

/**
 * Caches public pages per language and encoding. A page that was checked less than two seconds ago is sent at once.
 * After that, the API is asked whether the page's data has changed; if so, the page is rendered again. Concurrent
 * requests share that work. If the API cannot say, a page is sent as it is, as long as it announced that it may be.
 * Bounded in bytes.
 */
export function pageCache(renderPage: RenderPage) {
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => ENTRY_BYTES + bytes,
  });
  const making = new Map<string, Promise<Entry | Response>>();
  /** When a form was last sent to an address through this process. */
  const changes = new LRUCache<string, number>({ max: CHANGES_MAX });

  const isCurrent = ({ checkedMs, own }: Entry) => checkedMs > (changes.get(own) ?? 0);
  const isFresh = (entry: Entry) => {
    const now = performance.now();
    return now - entry.checkedMs < FRESH_MS && now < entry.untilMs && isCurrent(entry);
  };

  async function render(request: Request, address: string, visitor: string | undefined): Promise<Response> {
    return compressed(request, await renderPage(request, address, visitor));
  }

  /** Checks or renders the page and caches it; or returns a response that only this visitor may see. */
  async function make(key: string, request: Request, address: string, visitor: string | undefined) {
    const checkedMs = performance.now();
    const untilMs = checkedMs + QUARTER_HOUR_MS - (Date.now() % QUARTER_HOUR_MS);
    const known = entries.peek(key);
    if (known && checkedMs < known.untilMs) {
      // While the API is unresponsive, only the page that reports this calls it, once.
      const isSame = isApiSilent() ? null : await unchanged(known.reads, request, visitor);
      if (isSame) known.checkedMs = checkedMs;
      const mayBeShown = isCurrent(known) && performance.now() - known.checkedMs < SHOWN_MAX_MS;
      if (isSame || (isSame === null && mayBeShown)) return known;
    }
    const reads: Reads = [];
    const answer = await compressed(request, await renderPage(asGet(request), address, visitor, reads));
    if (answer.status !== 200 || reads.some(({ tag }) => tag === null)) return answer;
    const own = splitLanguage(address).address;
    const bytes = await answer.bytes();
    const stored = storedResponse(bytes, answer.headers, { hash: hashOf(bytes), path: own });
    const entry = { ...stored, own, bytes: bytes.length, reads, checkedMs, untilMs };
    entries.set(key, entry);
    return entry;
  }

  return {
    /** Returns a fresh page synchronously to a client that accepts HTML; null if there is none. */
    recall(request: Request): Response | null {
      const { headers } = request;
      const known = wantsHtml(headers) ? entries.get(keyOf(headers, pathWithQuery(request))) : undefined;
      return known && isFresh(known) ? give(known, headers) : null;
    },
    /** Returns the page for a visitor: shared if possible, otherwise rendered for them alone. */
    async find(request: Request, address: string, visitor: string | undefined): Promise<Response> {
      if (address.length > ADDRESS_MAX_LENGTH) return render(request, address, visitor);
      const key = keyOf(request.headers, address);
      const known = entries.get(key);
      if (known && isFresh(known)) return give(known, request.headers);
      let refused = 0;
      while (refused < OTHERS_REFUSED_MAX) {
        const others = making.get(key);
        const made = await (others ?? begin(key, make(key, request, address, visitor)));
        if (made instanceof Response) {
          // An outage is the same for everybody.
          if (!others || made.status >= 500) return made.clone();
          // The response was private. Try again, so that one of the waiting requests renders the page for the rest.
          refused += 1;
          // A rendering in progress may have read its data before the last change.
        } else if (isCurrent(made)) return give(made, request.headers);
      }
      return render(request, address, visitor);
    },
    /** Marks a public page as changed: older renderings are stale. */
    noteChange(address: string): void {
      if (address.length <= ADDRESS_MAX_LENGTH) changes.set(splitLanguage(address).address, performance.now());
    },
  };

  function begin(key: string, made: Promise<Entry | Response>): Promise<Entry | Response> {
    making.set(key, made);
    const end = () => making.delete(key);
    made.then(end, end);
    return made;
  }
}

/** Whether a client prefers HTML to Markdown, as browsers do. Cached: browsers send only a handful of values. */
function wantsHtml(headers: Headers): boolean {
  const accept = preferenceIn(headers, "accept") ?? "";
  const known = formOf.get(accept);
  if (known) return known === "html";
  const form = preferredForm(accept || undefined) ?? "neither";
  formOf.set(accept, form);
  return form === "html";
}

const formOf = new LRUCache<string, "html" | "markdown" | "neither">({ max: 100 });

/** Returns the cache key: encoding, address, and the language if the address has no prefix. */
function keyOf(headers: Headers, address: string): string {
  // Without a preference, a tree's page is in the language of the tree's name.
  const preferred = () => languageOf(headers) + (namesNoLanguage(headers) ? "?" : "");
  const language = splitLanguage(address).language ? "" : preferred();
  return `${bestEncoding(headers)} ${language} ${address || "/"}`;
}

/** Whether the API still returns the same responses; null if it cannot say. */
function unchanged(reads: Reads, { headers }: Request, address: string | undefined): Promise<boolean | null> {
  return apiClient({ address, forwardedFor: headers.get("x-forwarded-for"), cookie: null }).areUnchanged(reads);
}

/** Cached pages need their body, even if the first request is HEAD. */
const asGet = (request: Request) =>
  request.method === "GET" ? request : new Request(request.url, { headers: request.headers });

function give(entry: Entry, requestHeaders: Headers): Response {
  const given = sendStored(entry, requestHeaders);
  const ageMs = performance.now() - entry.checkedMs;
  // Given while the API cannot be asked: other caches must not add their whole time to it.
  if (ageMs > FRESH_MS) given.headers.set("age", String(Math.ceil(ageMs / 1000)));
  setServerTime(given.headers, entry.tag);
  return given;
}
