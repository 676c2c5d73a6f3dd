import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { LRUCache } from "lru-cache";

/**
 * The fonts of pictures, in order of preference: a display face for Latin and Hangul, and one for each other script. All
 * are split into files by Unicode ranges, as for pages, so that a name needs a few of them.
 */
const FAMILIES = [
  ["jua", 400],
  ["noto-sans", 700],
  ["noto-emoji", 700],
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

/** The first font that has the character: `before`, the one of the character before it, if it is of no script. */
export function fontWith(character: string, before: Font | undefined): Font | null {
  const codePoint = character.codePointAt(0) ?? 0;
  if (before && OF_NO_SCRIPT.test(character) && before.hasGlyphForCodePoint(codePoint)) return before;
  const isInRange = ({ from, to }: Range) => codePoint >= from && codePoint <= to;
  const file = fontFiles.find((file) => file.ranges.some(isInRange) && fontOf(file).hasGlyphForCodePoint(codePoint));
  return file ? fontOf(file) : null;
}

/** Marks and joiners, and what is punctuation in every script. */
const OF_NO_SCRIPT = /^[\p{Script=Inherited}\p{P}\p{Z}\u200d]$/u;

/** Names in Chinese characters need a dozen files; all of them would take more memory than the rest of the site. */
const loaded = new LRUCache<string, Font>({ max: 40 });

function fontOf({ path }: FontFile): Font {
  const font = loaded.get(path) ?? (create(readFileSync(path)) as Font);
  loaded.set(path, font);
  return font;
}

/** The development server has no `import.meta.resolve`. */
const { resolve } = createRequire(import.meta.url);

const fontFiles: readonly FontFile[] = FAMILIES.flatMap(([family, weight]) => {
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
