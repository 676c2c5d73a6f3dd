import type { Day } from "#contract/days";
import type { OwnersGift } from "#contract/messages";
import type { OwnersTree } from "#contract/trees";

/** What came to a tree, and when the first came, if that was before its opening day; null for what one page of many cannot tell. */
export type Recap = { gifts: number; friends: number | null; first: Day | null };

/** Counts friends by their names. `isWhole`: whether these are all gifts of the tree. */
export function recapOf(
  gifts: readonly OwnersGift[],
  { giftCount, openingDay }: Pick<OwnersTree, "giftCount" | "openingDay">,
  isWhole: boolean,
): Recap {
  if (!isWhole) return { gifts: giftCount, friends: null, first: null };
  const names = new Set(gifts.map(({ senderName }) => senderName.trim().toLowerCase()));
  const days = gifts.map(({ createdAt }) => createdAt.slice(0, 10));
  return {
    gifts: gifts.length,
    friends: names.size,
    first: days.filter((day) => day < openingDay).sort()[0] ?? null,
  };
}
