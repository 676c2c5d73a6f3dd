/** The quotes and the apostrophe of the round face stand apart from letters: they are in another face. */
export const QUOTES = "\"'‘’“”";

/** What headings in Latin letters need, names of trees included: ASCII but for signs of programs, and typographic signs. */
export const latinCharacters =
  `${Array.from({ length: 91 }, (_, place) => String.fromCharCode(32 + place)).join("")}–—…·`.replaceAll(
    /["#$%'*+<=>@[\\\]^_`]/g,
    "",
  );

const ofRoundNames = new Set(latinCharacters + QUOTES);

/** Whether the round face has all letters of a name: no word is set in two faces. */
export const isRound = (name: string): boolean => [...name].every((letter) => ofRoundNames.has(letter));
