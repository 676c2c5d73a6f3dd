import type { Language } from "#contract/languages";
import { stringsIn } from "../i18n/strings.ts";

/** What headings in Latin letters need, names of trees included: ASCII but for signs of programs, and typographic signs. */
export const latinCharacters =
  `${Array.from({ length: 91 }, (_, place) => String.fromCharCode(32 + place)).join("")}‘’“”–—…·`.replaceAll(
    /[#$%*+<=>@[\\\]^_`]/g,
    "",
  );

/** What the headings of a tree's page and of creating one need, and the site's name. Names of trees are in the face of text. */
export function firstCharacters(language: Language): string {
  const { site, tree, takeBack, giftForm, create } = stringsIn[language];
  const onTree = [giftForm.title, tree.listTitle, tree.thanks, takeBack.doneTitle];
  return distinct([site.name, ...onTree, create.title, ...create.steps]);
}

/** What the headings of home need, and the site's name. */
export function homeCharacters(language: Language): string {
  const { site, home } = stringsIn[language];
  const { title, demoTitle, occasions, occasionTitles, howTitle, promiseTitle } = home;
  const steps = home.steps.map(([step]) => step);
  return distinct([
    site.name,
    title,
    demoTitle,
    occasions,
    ...Object.values(occasionTitles),
    howTitle,
    promiseTitle,
    ...steps,
  ]);
}

const distinct = (texts: readonly (string | undefined)[]) => [...new Set(texts.join(""))].sort().join("");
