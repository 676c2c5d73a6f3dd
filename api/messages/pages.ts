import { LRUCache } from "lru-cache";
import type { TreeState } from "../http/caching.ts";
import { cursorBelow } from "../http/paging.ts";
import { successPageOf } from "../http/success.ts";
import { type Measures, unmeasured } from "../ops/measures.ts";
import { gather } from "../together/gather.ts";
import type { TreeLookUp } from "../trees/look-up.ts";
import type { ListedPage, WantedPage } from "./listed-pages.ts";
import type { MessageStore } from "./store.ts";

/** A page of a public listing, ready to be sent, and what it depends on. */
export type ListingPage = TreeState & { body: Uint8Array<ArrayBuffer>; next: string | null };
export type ListingPages = ReturnType<typeof listingPages>;

const KEPT_BYTES = 16 * 1024 * 1024;
/** A page has up to 30 kB: larger groups would keep those waiting whose page is short. */
const BOUNDS = { groupMax: 8, groupsAtOnce: 3, waitingMax: 5000 };

/**
 * Pages of public listings, kept as they are sent. One is right as long as its tree has the same version; which that is, is learned
 * along with the page.
 */
export function listingPages(
  store: Pick<MessageStore, "listEach">,
  lookUp: Pick<TreeLookUp, "reading">,
  measures: Measures = unmeasured,
) {
  const kept = new LRUCache<string, ListingPage>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ body }) => body.byteLength + 300,
  });

  const readTogether = (wanted: readonly WantedPage[]) =>
    lookUp.reading(async (learn) => {
      const keys = wanted.map(keyOf);
      const asked = wanted.filter((_, i) => keys.indexOf(keys[i] ?? "") === i);
      const listed = await store.listEach(asked);
      const made = new Map<string, ListingPage>();
      for (const each of listed) {
        const of = asked[each.place - 1];
        if (!of) continue;
        const [key, page] = [keyOf(of), toPage(each, of)];
        made.set(key, page);
        // Of two groups the one that was read first may come back last.
        if ((kept.get(key)?.version ?? 0) < page.version) kept.set(key, page);
        learn(of.code, { version: page.version, opensAtMs: page.opensAtMs });
      }
      return keys.map((key) => ({ answer: made.get(key) }));
    });

  const ask = gather<WantedPage, ListingPage | undefined>(readTogether, BOUNDS);

  return {
    /** A page that is kept, of whatever version. */
    recall(wanted: WantedPage): ListingPage | undefined {
      const page = kept.get(keyOf(wanted));
      measures.recalled("pages", page !== undefined);
      return page;
    },
    /** The page as it is in the database; undefined where there is no such tree. */
    read: ask,
  };
}

const keyOf = ({ code, limit, below }: WantedPage) => `${code} ${limit} ${below}`;

function toPage({ gifts, nextBelow, giftCount, version, opensAtMs }: ListedPage, { limit }: WantedPage): ListingPage {
  const next = nextBelow === null ? null : cursorBelow(nextBelow);
  return { version, opensAtMs, next, body: successPageOf(gifts, { next, limit, giftCount }) };
}
