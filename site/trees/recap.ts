import type { Day } from "#contract/days";
import type { OwnersGift } from "#contract/messages";
import type { OwnersTree } from "#contract/trees";

/** As many names as there is room for. */
const NAMES_MAX = 12;

/**
 * What came to a tree, from whom unless they are many, and when the first came, if that was before its opening day; null for
 * what one page of many cannot tell.
 */
export type Recap = { gifts: number; friends: number | null; names: readonly string[] | null; first: Day | null };

/** Friends are told apart by their names. `isWhole`: whether these are all gifts of the tree. */
export function recapOf(
  gifts: readonly OwnersGift[],
  { giftCount, openingDay }: Pick<OwnersTree, "giftCount" | "openingDay">,
  isWhole: boolean,
): Recap {
  if (!isWhole) return { gifts: giftCount, friends: null, names: null, first: null };
  const names = new Map(gifts.map(({ senderName }) => [senderName.trim().toLowerCase(), senderName] as const));
  const days = gifts.map(({ createdAt }) => createdAt.slice(0, 10));
  return {
    gifts: gifts.length,
    friends: names.size,
    names: names.size <= NAMES_MAX ? [...names.values()] : null,
    first: days.filter((day) => day < openingDay).sort()[0] ?? null,
  };
}
