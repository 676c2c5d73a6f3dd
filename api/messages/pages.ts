import { LRUCache } from "lru-cache";
import type { Company } from "../company/service.ts";
import type { TreeState } from "../http/caching.ts";
import { cursorBelow, FIRST_PAGE } from "../http/paging.ts";
import { inOnePiece, type Pieces } from "../http/pieces.ts";
import { membersIn, successPageOf } from "../http/success.ts";
import { askedBefore } from "../memory/asked-before.ts";
import { type Measures, unmeasured } from "../ops/measures.ts";
import { gather } from "../together/gather.ts";
import type { TreeLookUp } from "../trees/look-up.ts";
import { grownStretch } from "./grown-stretch.ts";
import type { ListedPage, Stretch, WantedPage } from "./listed-pages.ts";
import type { HungGift, MessageStore, NewlyHung } from "./store.ts";

/** A page of a public listing, ready to be sent, what it depends on, and the gifts on it. */
export type ListingPage = TreeState & { body: Pieces; next: string | null; stretch: Stretch };
/** A gift that was hung, and what became of its tree with it. */
export type NewOnTree = NewlyHung & HungGift;
export type ListingPages = ReturnType<typeof listingPages>;

const KEPT_BYTES = 16 * 1024 * 1024;
/** Of so many pages is known that they were asked for, in 32 KiB: several times as many as are kept of full ones. */
const ASKED_FOR_MAX = 2 ** 13;
/**
 * A page has up to 30 kB: larger groups would keep those waiting whose page is short. With fewer at once Postgres waits while
 * pages are sent.
 */
const BOUNDS = { groupMax: 8, groupsAtOnce: 4, waitingMax: 5000 };

/**
 * Pages of public listings, kept as they are sent once they were read a second time. One is right as long as its tree has the same
 * version; which that is, is learned along with the page. What is hung here is put in front of the first page, and need not be read
 * again.
 */
export function listingPages(
  store: Pick<MessageStore, "listEach">,
  lookUp: Pick<TreeLookUp, "reading">,
  company: Pick<Company, "onChange">,
  measures: Measures = unmeasured,
) {
  const kept = new LRUCache<string, ListingPage>({
    maxSize: KEPT_BYTES,
    // With it go its compressed forms, once somebody asked for them: some quarter of it each.
    sizeCalculation: ({ body }) => Math.ceil(1.5 * (body[0]?.byteLength ?? 0)) + 300,
  });
  const wasAskedFor = askedBefore(ASKED_FOR_MAX);
  let timesForgotten = 0;

  // Whoever lost sight of changes may have found another host since, whose versions need not be those of before.
  company.onChange((changed) => {
    if (changed !== null) return;
    timesForgotten += 1;
    kept.clear();
  });

  function keepPerhaps(key: string, page: ListingPage): void {
    const known = kept.get(key);
    // Of two groups the one that was read first may come back last.
    if (known ? known.version < page.version : wasAskedFor(key)) kept.set(key, toKeep(page));
  }

  const readTogether = (wanted: readonly WantedPage[]) =>
    lookUp.reading(
      wanted.map(({ code }) => code),
      async (learn) => {
        const keys = wanted.map(keyOf);
        const asked = wanted.filter((_, i) => keys.indexOf(keys[i] ?? "") === i);
        const forgottenBefore = timesForgotten;
        const listed = await store.listEach(asked);
        const made = new Map<string, ListingPage>();
        for (const each of listed) {
          const of = asked[each.place - 1];
          if (!of) continue;
          const [key, page] = [keyOf(of), toPage(each, of)];
          made.set(key, page);
          if (timesForgotten === forgottenBefore) keepPerhaps(key, page);
          learn(of.code, { version: page.version, opensAtMs: page.opensAtMs });
        }
        return keys.map((key) => ({ answer: made.get(key) }));
      },
    );

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

    /**
     * Puts gifts that were hung together in front of the first pages that are kept as they were just before; of those trees tells
     * what they are now.
     */
    grow(hung: readonly NewOnTree[]): Map<string, TreeState> {
      const grown = new Map<string, TreeState>();
      for (const [code, gifts] of Map.groupBy(hung, ({ shareCode }) => shareCode)) {
        const first = { code, ...FIRST_PAGE };
        const page = grownPage(kept.peek(keyOf(first)), gifts, first);
        if (!page) continue;
        kept.set(keyOf(first), toKeep(page));
        grown.set(code, { version: page.version, opensAtMs: page.opensAtMs });
      }
      return grown;
    },
  };
}

const keyOf = ({ code, limit, below }: WantedPage) => `${code} ${limit} ${below}`;

function toPage(
  { giftCount, version, opensAtMs, ...stretch }: Omit<ListedPage, "place">,
  wanted: WantedPage,
): ListingPage {
  const { gifts, lowest, goesOn } = stretch;
  const next = goesOn ? cursorBelow(lowest) : null;
  const body = successPageOf(gifts, { next, limit: wanted.limit, giftCount });
  return { version, opensAtMs, next, body, stretch };
}

/** The page in one piece, with its gifts once in memory, as part of that. */
function toKeep({ body, stretch, ...page }: ListingPage): ListingPage {
  const whole = inOnePiece(body);
  return { ...page, body: [whole], stretch: { ...stretch, gifts: membersIn(whole, stretch.gifts.byteLength) } };
}

/** The first page with gifts that made its version the next; undefined where that cannot be told. */
function grownPage(
  page: ListingPage | undefined,
  hung: readonly NewOnTree[],
  first: WantedPage,
): ListingPage | undefined {
  const last = hung.at(-1);
  if (!page || !last || page.version !== last.version - 1) return undefined;
  const stretch = grownStretch(page.stretch, hung, first.limit);
  const { version, giftCount } = last;
  return stretch ? toPage({ ...stretch, version, giftCount, opensAtMs: page.opensAtMs }, first) : undefined;
}
