import { findGift, type GiftId } from "#contract/gifts";

/** The tones of paper that letters are written on. */
export type Paper = "red" | "pink" | "gold" | "green" | "brown" | "blue" | "violet";

/** The color that one remembers of a gift. */
const PAPERS: Record<GiftId, Paper> = {
  card: "red",
  present: "gold",
  "pink-teddy": "pink",
  "lucky-clover": "green",
  "snow-globe": "blue",
  star: "gold",
  bell: "gold",
  "candy-cane": "red",
  "gingerbread-man": "brown",
  snowman: "blue",
  stocking: "red",
  mittens: "blue",
  "hot-cocoa": "brown",
  candle: "gold",
  reindeer: "brown",
  robin: "red",
  "birthday-cake": "pink",
  balloons: "violet",
  cupcake: "pink",
  "party-hat": "violet",
  "ice-cream": "pink",
  "music-box": "violet",
  kite: "blue",
  rose: "red",
  tulips: "pink",
  "chocolate-box": "brown",
  "love-letter": "pink",
  lovebirds: "green",
};

/** The paper of a gift's letter. */
export const paperOf = (id: string): Paper => PAPERS[findGift(id)?.id ?? "card"];
