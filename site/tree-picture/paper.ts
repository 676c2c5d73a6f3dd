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

/** Up to so many characters for each size of a letter's type, from the largest: a few words fill it as a poem does. */
const UP_TO = { greeting: 24, line: 80, note: 200, letter: 330 } as const;

/** The size of a message's type by its length: a greeting stands large, a long letter still reads well. */
export function letterSize(message: string): "greeting" | "line" | "note" | "letter" | "letter long" {
  const length = [...message].length;
  // Each line of a poem takes a line of the page.
  const lines = message.split("\n").length;
  const weight = length + 24 * (lines - 1);
  if (weight <= UP_TO.greeting) return "greeting";
  if (weight <= UP_TO.line) return "line";
  if (weight <= UP_TO.note) return "note";
  return weight <= UP_TO.letter ? "letter" : "letter long";
}
