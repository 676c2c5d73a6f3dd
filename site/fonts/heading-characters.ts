import type { Language } from "#contract/languages";
import { stringsIn } from "../i18n/strings.ts";

/** The quotes and the apostrophe of the round face stand apart from letters: they are in the face of text. */
const QUOTES = "\"'‘’“”";

/** What headings in Latin letters need, names of trees included: ASCII but for signs of programs, and typographic signs. */
export const latinCharacters =
  `${Array.from({ length: 91 }, (_, place) => String.fromCharCode(32 + place)).join("")}–—…·`.replaceAll(
    /["#$%'*+<=>@[\\\]^_`]/g,
    "",
  );

const ofRoundNames = new Set(latinCharacters + QUOTES);

/** Whether the round face has all letters of a name: no word is set in two faces. */
export const isRound = (name: string): boolean => [...name].every((letter) => ofRoundNames.has(letter));

/** What the headings of a tree's page and of creating one need. Names of trees are in the face of text. */
export function firstCharacters(language: Language): string {
  const { tree, takeBack, giftForm, create } = stringsIn[language];
  const onTree = [giftForm.title, tree.listTitle, tree.thanks, takeBack.doneTitle];
  return distinct([...onTree, create.title, ...create.steps]);
}

/** What the headings of home need. */
export function homeCharacters(language: Language): string {
  const { home } = stringsIn[language];
  const { title, demoTitle, occasions, occasionTitles, howTitle, promiseTitle } = home;
  const steps = home.steps.map(([step]) => step);
  return distinct([title, demoTitle, occasions, ...Object.values(occasionTitles), howTitle, promiseTitle, ...steps]);
}

const distinct = (texts: readonly (string | undefined)[]) => [...new Set(texts.join(""))].sort().join("");
