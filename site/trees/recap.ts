import type { Day } from "#contract/days";
import type { OwnersGift } from "#contract/messages";

/** What came to a tree; null for what one page of many cannot tell. */
export type Recap = { gifts: number; friends: number | null; first: Day | null };

/** Counts friends by their names. `isWhole`: whether these are all gifts of the tree. */
export function recapOf(gifts: readonly OwnersGift[], giftCount: number, isWhole: boolean): Recap {
  if (!isWhole) return { gifts: giftCount, friends: null, first: null };
  const names = new Set(gifts.map(({ senderName }) => senderName.trim().toLowerCase()));
  return {
    gifts: gifts.length,
    friends: names.size,
    first: gifts.map(({ createdAt }) => createdAt.slice(0, 10)).sort()[0] ?? null,
  };
}
