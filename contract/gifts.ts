import type { TreeType } from "./trees.ts";

/** A gift in the catalogue. `id` is `giftAssetId` in `/v1`. */
export type Gift = {
  /** Stable ID in kebab-case; never renamed or removed within `/v1`. */
  readonly id: GiftId;
  /** English display name. */
  readonly label: string;
  /** English alternative text: what the drawing shows. */
  readonly alt: string;
  /** Occasions that list this gift first. Every gift may be added to every tree. */
  readonly occasions: readonly TreeType[];
};

const gift = <Id extends string>(id: Id, label: string, alt: string, ...occasions: TreeType[]) => ({
  id,
  label,
  alt,
  occasions,
});

/**
 * The gift catalogue, the single source for the form, the API's validation and the tree's picture.
 * The public API reference fixes `card`, `snow-globe` and `pink-teddy`.
 */
const CATALOGUE = [
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

/** The id of a gift in the catalogue. A gift without a drawing or without a name in every language does not compile. */
export type GiftId = (typeof CATALOGUE)[number]["id"];

/** The gift catalogue in its order. */
export const GIFTS: readonly Gift[] = CATALOGUE;

/** All IDs in catalogue order: the accepted values of `giftAssetId`. */
export const GIFT_IDS: readonly GiftId[] = GIFTS.map((each) => each.id);

const byId = new Map<string, Gift>(GIFTS.map((each) => [each.id, each]));

/** Returns the gift with that ID, or undefined if the catalogue has none. */
export function findGift(id: string): Gift | undefined {
  return byId.get(id);
}

/** Returns the gift that a form offers on a tree with that many: the occasion's own in turn, so that quick gifts differ. */
export function giftInTurn(type: TreeType, giftCount: number): Gift | undefined {
  const own = GIFTS.filter(isOf(type));
  return own[giftCount % own.length];
}

/** Returns the whole catalogue, the occasion's own gifts first, each half in catalogue order. */
export function giftsFor(type: TreeType): readonly Gift[] {
  const isOwn = isOf(type);
  return [...GIFTS.filter(isOwn), ...GIFTS.filter((each) => !isOwn(each))];
}

const isOf =
  (type: TreeType) =>
  ({ occasions }: Gift) =>
    occasions.includes(type);
