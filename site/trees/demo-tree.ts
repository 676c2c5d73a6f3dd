import { findGift, giftsFor } from "#contract/gifts";
import { isTreeType, type TreeType } from "#contract/trees";

/** The demo tree on the home page. Its state is in the page's URL and nowhere else. */
export type DemoTree = {
  type: TreeType;
  /** Newest first, with ids that mostly stay the same when others are added. */
  gifts: readonly { id: string; giftAssetId: string }[];
  /** The same gifts as in the URL: oldest first. */
  list: string;
  /** The gift just added, or null. */
  hung: string | null;
};

/** Number of gifts offered, and the most gifts on the tree: the oldest are dropped. */
export const DEMO_CHOICES = 8;
const HUNG_AT_MOST = 30;

const atFirst: Record<TreeType, readonly string[]> = {
  christmas: ["robin", "candle", "bell", "mittens", "gingerbread-man", "candy-cane", "stocking", "snow-globe", "star"],
  birthday: [
    "kite",
    "lucky-clover",
    "present",
    "music-box",
    "cupcake",
    "pink-teddy",
    "ice-cream",
    "party-hat",
    "balloons",
  ],
  valentine: [
    "candle",
    "music-box",
    "tulips",
    "card",
    "chocolate-box",
    "lovebirds",
    "pink-teddy",
    "love-letter",
    "rose",
  ],
};

/** Reads `occasion`, `gifts` (ids separated by commas) and `hang` (one more); unknown ids are ignored. */
export function demoTree(query: URLSearchParams): DemoTree {
  const occasion = query.get("occasion");
  const type = isTreeType(occasion) ? occasion : "christmas";
  const before = (query.get("gifts")?.split(",") ?? atFirst[type]).filter(findGift);
  const hung = findGift(query.get("hang") ?? "")?.id ?? null;
  const shown = [...before, ...(hung ? [hung] : [])].slice(-HUNG_AT_MOST);
  return { type, gifts: numbered(shown).reverse(), list: shown.join(","), hung };
}

/** The gifts that an occasion's demo tree offers. */
export const demoChoices = (type: TreeType): readonly string[] =>
  giftsFor(type)
    .slice(0, DEMO_CHOICES)
    .map(({ id }) => id);

/** The kind and the number of earlier gifts of that kind: when the oldest is dropped, only gifts of its kind move. */
function numbered(giftAssetIds: readonly string[]) {
  const counts = new Map<string, number>();
  return giftAssetIds.map((giftAssetId) => {
    const number = (counts.get(giftAssetId) ?? 0) + 1;
    counts.set(giftAssetId, number);
    return { id: `${giftAssetId}-${number}`, giftAssetId };
  });
}
