import type { GiftsPage, OwnersGift } from "#contract/messages";

/** The owner's progress in unwrapping a tree's gifts, one by one. */
export type Unwrapping = {
  /** The gift being unwrapped; null before the first. */
  gift: OwnersGift | null;
  /** Its number, from 1. */
  number: number;
  /** Ids on this page of gifts that are already unwrapped, including this one. */
  unwrapped: ReadonlySet<string>;
  /** URL queries of the next gift, null after the last, and of the previous one. */
  next: string | null;
  previous: string | null;
};

/** Reads the URL's query: `gift` is an id, so that a gift added meanwhile shifts nothing; `n` is only displayed. */
export function unwrapping(query: URLSearchParams, gifts: readonly OwnersGift[], page: GiftsPage): Unwrapping {
  const before = query.get("before");
  const number = Math.min(Math.max(Math.trunc(Number(query.get("n"))) || 1, 1), Math.max(page.giftCount, 1));
  const wanted = query.get("gift");
  const place = wanted === null ? (before ? 0 : -1) : gifts.findIndex(({ id }) => id === wanted);
  const gift = gifts[place] ?? null;
  const step = (index: number, n: number) => {
    const found = gifts[index];
    return found ? queryOf({ before, gift: found.id, n }) : null;
  };
  const nextBough = page.next ? queryOf({ before: page.next, gift: null, n: number + 1 }) : null;
  return {
    gift,
    number,
    unwrapped: new Set(gifts.slice(0, place + 1).map(({ id }) => id)),
    next: step(place + 1, gift ? number + 1 : 1) ?? nextBough,
    previous: step(place - 1, number - 1),
  };
}

function queryOf({ before, gift, n }: { before: string | null; gift: string | null; n: number }): string {
  const query = new URLSearchParams({ n: String(n) });
  if (gift) query.set("gift", gift);
  if (before) query.set("before", before);
  return `?${query}`;
}
