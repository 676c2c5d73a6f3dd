import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { LRUCache } from "lru-cache";
import { QUOTES } from "../../fonts/round-face.ts";

/**
 * The fonts of pictures, in order of preference: a display face for Latin and Hangul, and one for each other script. All
 * are split into files by Unicode ranges, as for pages, so that a name needs a few of them.
 */
const FAMILIES = [
  ["jua", 400],
  ["noto-sans", 700],
  ["noto-sans-arabic", 700],
  ["noto-sans-hebrew", 700],
  ["noto-sans-devanagari", 700],
  ["noto-sans-thai", 700],
  ["kosugi-maru", 400],
  ["zcool-kuaile", 400],
  ["nanum-gothic", 700],
] as const;

type Range = { from: number; to: number };
type FontFile = { path: string; ranges: readonly Range[] };

/**
 * The first font that has all of the code points, which belong together, such as a letter and its mark; `before`, the font
 * of what is before them, if they are of no script. Null if no font has them.
 */
export function fontWith(codePoints: readonly number[], before: Font | undefined): Font | null {
  const hasAll = (font: Font) => codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint));
  const characters = String.fromCodePoint(...codePoints);
  const isQuote = characters.length === 1 && QUOTES.includes(characters);
  if (before && !isQuote && OF_NO_SCRIPT.test(characters) && hasAll(before)) return before;
  const file = fontFiles.find(
    ({ path, ranges }) =>
      !(isQuote && path.includes("/jua-")) &&
      codePoints.every((codePoint) => isIn(codePoint, ranges)) &&
      hasAll(fontOf(path)),
  );
  return file ? fontOf(file.path) : null;
}

const isIn = (codePoint: number, ranges: readonly Range[]) =>
  ranges.some(({ from, to }) => codePoint >= from && codePoint <= to);

/** What is punctuation in every script. */
const OF_NO_SCRIPT = /^[\p{P}\p{Z}]+$/u;

/** A name needs at most 40 files, and the words of a card a few; all files would take more memory than the site. */
const loaded = new LRUCache<string, Font>({ max: 80 });

function fontOf(path: string): Font {
  const font = loaded.get(path) ?? (create(readFileSync(path)) as Font);
  loaded.set(path, font);
  return font;
}

/** The development server has no `import.meta.resolve`. */
const { resolve } = createRequire(import.meta.url);

export const fontFiles: readonly FontFile[] = FAMILIES.flatMap(([family, weight]) => {
  const pathOf = (name: string) => resolve(`@fontsource/${family}/${name}`);
  const subsets: Record<string, string> = JSON.parse(readFileSync(pathOf("unicode.json"), "utf8"));
  return Object.entries(subsets).map(([subset, ranges]) => ({
    path: pathOf(`files/${family}-${subset.replace(/[[\]]/g, "")}-${weight}-normal.woff2`),
    ranges: ranges.split(",").map(rangeOf),
  }));
});

/** Reads `U+1f1e6-1f1ff` or `U+20`. */
function rangeOf(text: string): Range {
  const [from = "", to = from] = text.replace("U+", "").split("-");
  return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) };
}
