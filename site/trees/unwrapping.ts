import type { OpeningPage, OwnersGift } from "#contract/messages";
import { isShownUnasked } from "./own-tree.ts";

/** Where an owner is in unwrapping a tree's gifts, and the URL queries that lead on from there. */
export type Unwrapping = {
  /** The gifts of this page to unwrap, and the numbers of its first and last, from 1. Leaves out hidden gifts. */
  gifts: readonly OwnersGift[];
  first: number;
  last: number;
  /** How many gifts the numbers count. */
  giftCount: number;
  /** The gift being unwrapped, with its number; null on the whole tree. */
  current: { gift: OwnersGift; number: number } | null;
  /** The first gift of this page that is still wrapped. */
  unopened: { gift: OwnersGift; number: number } | null;
  /** Queries: of a gift, of the gift after and before the current one, of all gifts, and of the neighboring pages. */
  queryOf: (gift: Pick<OwnersGift, "id">) => string;
  next: string;
  previous: string | null;
  whole: string;
  newer: string | null;
  older: string | null;
};

/** Names the first or last gift of a page that was not loaded yet. */
const FIRST = { id: "first" };
const LAST = { id: "last" };
const DONE = "?done";

/**
 * Reads the URL's query: `gift` is an id, so that a gift added meanwhile shifts nothing. Numbers leave out hidden gifts
 * if all gifts are on one page. On a larger tree, where only the page is known, they count them and pass over them.
 */
export function unwrapping(
  query: URLSearchParams,
  loaded: readonly OwnersGift[],
  page: Omit<OpeningPage, "tree">,
): Unwrapping {
  const gifts = loaded.filter(isShownUnasked);
  const numbered = page.previous || page.next ? loaded : gifts;
  const at = (index: number) => {
    const gift = gifts[index];
    return gift ? { gift, number: page.start + numbered.indexOf(gift) + 1 } : null;
  };
  const place = placeOf(query.get("gift"), gifts);
  const queryOf = ({ id }: { id: string }, before = page.here) => `?${new URLSearchParams({ gift: id, before })}`;
  const pageAt = (before: string | null) => before && `?${new URLSearchParams({ before })}`;
  const [after, ahead] = [gifts[place + 1], gifts[place - 1]];
  const whole = `?${new URLSearchParams({ before: page.here })}`;
  return {
    gifts,
    first: page.start + 1,
    last: page.start + numbered.length,
    giftCount: numbered === gifts ? gifts.length : page.giftCount,
    current: at(place),
    unopened: at(gifts.findIndex(({ isOpened }) => !isOpened)),
    queryOf,
    next: after ? queryOf(after) : page.next ? queryOf(FIRST, page.next) : DONE,
    previous: ahead ? queryOf(ahead) : page.previous ? queryOf(LAST, page.previous) : null,
    whole,
    newer: pageAt(page.previous),
    older: pageAt(page.next),
  };
}

function placeOf(wanted: string | null, gifts: readonly OwnersGift[]): number {
  if (wanted === FIRST.id) return 0;
  if (wanted === LAST.id) return gifts.length - 1;
  return gifts.findIndex(({ id }) => id === wanted);
}
