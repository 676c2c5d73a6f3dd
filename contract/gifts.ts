import type { TreeType } from "./trees.ts";

/** One thing that may hang on a tree. `id` is what `/v1` calls `giftAssetId`. */
export type Gift = {
  /** Stable id, kebab-case; never renamed or removed within `/v1`. */
  readonly id: string;
  /** Name shown to people, English. */
  readonly label: string;
  /** What the drawing shows, for those who do not see it, English. */
  readonly alt: string;
  /** Occasions that offer this gift first; every gift may hang on every tree. */
  readonly occasions: readonly TreeType[];
};

const gift = (id: string, label: string, alt: string, ...occasions: TreeType[]): Gift => ({
  id,
  label,
  alt,
  occasions,
});

/**
 * The gift catalogue: the one list behind the form, the API's validation and the tree's picture.
 * `card`, `snow-globe` and `pink-teddy` are fixed by the customer's interface.
 */
export const GIFTS: readonly Gift[] = [
  gift("card", "Card", "A folded card with a red heart on it", "christmas", "birthday", "valentine"),
  gift("present", "Present", "A wrapped box with a ribbon and a bow", "christmas", "birthday"),
  gift("pink-teddy", "Pink teddy", "A pink teddy bear", "birthday", "valentine"),
  gift("lucky-clover", "Lucky clover", "A four-leaf clover"),
  gift("snow-globe", "Snow globe", "A snow globe with a little house", "christmas"),
  gift("star", "Star", "A golden star", "christmas"),
  gift("bell", "Bell", "A golden bell with a bow", "christmas"),
  gift("candy-cane", "Candy cane", "A red and white candy cane", "christmas"),
  gift("gingerbread-man", "Gingerbread man", "A smiling gingerbread man", "christmas"),
  gift("snowman", "Snowman", "A snowman with a scarf", "christmas"),
  gift("stocking", "Stocking", "A red stocking with a white cuff", "christmas"),
  gift("mittens", "Mittens", "A pair of knitted mittens", "christmas"),
  gift("hot-cocoa", "Hot cocoa", "A steaming mug of cocoa", "christmas"),
  gift("candle", "Candle", "A burning candle", "christmas"),
  gift("reindeer", "Reindeer", "A reindeer with a red nose", "christmas"),
  gift("robin", "Robin", "A robin with a red breast", "christmas"),
  gift("birthday-cake", "Birthday cake", "A layered cake with burning candles", "birthday"),
  gift("balloons", "Balloons", "Three balloons on strings", "birthday"),
  gift("cupcake", "Cupcake", "A cupcake with a cherry", "birthday"),
  gift("party-hat", "Party hat", "A striped party hat with a pompom", "birthday"),
  gift("ice-cream", "Ice cream", "An ice cream cone with two scoops", "birthday"),
  gift("music-box", "Music box", "An open music box with a dancer", "birthday"),
  gift("kite", "Kite", "A bright kite with a tail of bows", "birthday"),
  gift("rose", "Rose", "A single red rose", "valentine"),
  gift("tulips", "Tulips", "A bunch of three tulips", "valentine"),
  gift("chocolate-box", "Box of chocolates", "A heart-shaped box of chocolates", "valentine"),
  gift("love-letter", "Love letter", "An envelope sealed with a heart", "valentine"),
  gift("lovebirds", "Lovebirds", "Two birds side by side on a twig", "valentine"),
];

/** The ids alone, in catalogue order: the values `giftAssetId` takes. */
export const GIFT_IDS: readonly string[] = GIFTS.map((each) => each.id);

const byId = new Map(GIFTS.map((each) => [each.id, each]));

/** The gift with that id, or undefined where the catalogue has none. */
export function findGift(id: string): Gift | undefined {
  return byId.get(id);
}

/** The whole catalogue, an occasion's own gifts first; the order within each half stays. */
export function giftsFor(type: TreeType): readonly Gift[] {
  const isOwn = (each: Gift) => each.occasions.includes(type);
  return [...GIFTS.filter(isOwn), ...GIFTS.filter((each) => !isOwn(each))];
}
