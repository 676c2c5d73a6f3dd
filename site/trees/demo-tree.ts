import { findGift, giftsFor } from "#contract/gifts";
import { isTreeType, type TreeType } from "#contract/trees";

/** The tree on the first page that anybody may play with. It lives in the page's address and nowhere else. */
export type DemoTree = {
  type: TreeType;
  /** Newest first, with ids that hardly change when others arrive. */
  gifts: readonly { id: string; giftAssetId: string }[];
  /** The same as the address carries them: oldest first. */
  list: string;
  /** What has just been hung, or null. */
  hung: string | null;
  /** Whether anything was hung by the visitor. */
  isTouched: boolean;
};

/** Gifts to choose from, and gifts that hang at most: the oldest make room. */
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

/** Reads `occasion`, `gifts` (ids with commas between) and `hang` (one more); what the catalogue does not know is left out. */
export function demoTree(query: URLSearchParams): DemoTree {
  const wanted = query.get("occasion");
  const type = isTreeType(wanted) ? wanted : "christmas";
  const before = (query.get("gifts")?.split(",") ?? atFirst[type]).filter(findGift);
  const hung = findGift(query.get("hang") ?? "")?.id ?? null;
  const shown = [...before, ...(hung ? [hung] : [])].slice(-HUNG_AT_MOST);
  return { type, gifts: numbered(shown).reverse(), list: shown.join(","), hung, isTouched: query.has("gifts") };
}

/** The gifts that an occasion's demo tree offers. */
export const demoChoices = (type: TreeType): readonly string[] =>
  giftsFor(type)
    .slice(0, DEMO_CHOICES)
    .map(({ id }) => id);

/** Its kind and how many of it hung before: when the oldest makes room, only gifts of its kind move. */
function numbered(giftAssetIds: readonly string[]) {
  const counts = new Map<string, number>();
  return giftAssetIds.map((giftAssetId) => {
    const number = (counts.get(giftAssetId) ?? 0) + 1;
    counts.set(giftAssetId, number);
    return { id: `${giftAssetId}-${number}`, giftAssetId };
  });
}
