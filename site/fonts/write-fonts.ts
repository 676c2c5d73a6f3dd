import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import { firstCharacters, homeCharacters, latinCharacters } from "./heading-characters.ts";

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
  const font = await subsetFont(whole, characters, { targetFormat: "woff2", noHinting: true, keepFeatures: [] });
  writeFileSync(join(import.meta.dir, `${name}.woff2`), font);
}
