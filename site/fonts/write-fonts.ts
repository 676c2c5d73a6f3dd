import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Language } from "#contract/languages";
import { stringsIn } from "../i18n/strings.ts";
import { latinCharacters } from "./round-face.ts";

// Writes the faces of headings: `bun site/fonts/write-fonts.ts`, after a heading has got a character that they lack. They
// are those of the pictures, without what these headings never say.

const { resolve } = createRequire(import.meta.url);
const JUA = { en: "jua/files/jua-latin", ko: "jua/files/jua-korean" };
const KOSUGI = "kosugi-maru/files/kosugi-maru-japanese";
const FONTS = [
  ["round-en", JUA.en, latinCharacters],
  ["round-ko", JUA.ko, firstCharacters("ko")],
  ["round-ko-home", JUA.ko, homeCharacters("ko")],
  ["round-ja", KOSUGI, firstCharacters("ja")],
  ["round-ja-home", KOSUGI, homeCharacters("ja")],
] as const;

for (const [name, source, characters] of FONTS) {
  const whole = readFileSync(resolve(`@fontsource/${source}-400-normal.woff2`));
  // Without hints, which screens of today do not need: half of the bytes.
  const font = await subsetFont(whole, characters, { targetFormat: "woff2", noHinting: true, keepFeatures: ["kern"] });
  writeFileSync(join(import.meta.dir, `${name}.woff2`), font);
}

/** What the headings of a tree's page and of creating one need. Names of trees are in the face of text. */
function firstCharacters(language: Language): string {
  const { tree, takeBack, giftForm, create } = stringsIn[language];
  const onTree = [giftForm.title, tree.listTitle, tree.thanks, takeBack.doneTitle];
  return distinct([...onTree, create.title, ...create.steps]);
}

/** What the headings of home need. */
function homeCharacters(language: Language): string {
  const { home } = stringsIn[language];
  const { title, demoTitle, occasions, occasionTitles, howTitle, promiseTitle } = home;
  const steps = home.steps.map(([step]) => step);
  return distinct([title, demoTitle, occasions, ...Object.values(occasionTitles), howTitle, promiseTitle, ...steps]);
}

function distinct(texts: readonly (string | undefined)[]): string {
  return [...new Set(texts.join(""))].sort().join("");
}
