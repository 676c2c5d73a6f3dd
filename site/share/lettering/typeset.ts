import bidiFactory from "bidi-js";
import type { Font } from "fontkit";
import { short } from "../../tree-picture/xml.ts";
import { EMOJI_SIDE, emojiDrawing, isEmoji, looksLikeEmoji } from "./emoji.ts";
import { fontWith } from "./fonts.ts";

/** A line of text as outlines, from (0, 0) on the baseline to the right, at size 1. */
export type Line = { width: number; outlines: string };

const bidi = bidiFactory();

/** Characters in one font, or one emoji, in one direction: left to right if the level is even (Unicode's bidirectional algorithm). */
type Run = { level: number; text: string } & ({ font: Font } | { font: null; drawing: string });

/** What joins and tones emoji, and selects how they are shown. */
const BETWEEN_EMOJI = /[\u200d\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]/gu;

/** What is set in one font throughout a text: the display face has no letters with marks, and no word is set in two. */
const IN_LATIN = /[\p{sc=Latin}\p{Nd}\p{P}]/gu;

/** How wide an emoji is, and how far it is below the baseline, at size 1. */
const EMOJI = { width: 1.2, side: 1.08, below: 0.2 };

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The characters of a text as its reader sees them, such as a letter with its marks. */
export const charactersOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

/**
 * Shapes a line: the rasterizer cannot, as soon as a text needs two fonts in a script whose letters join or move. Null if
 * no font has one of its characters: a picture is better off without the text than with a box in it. An emoji that nobody
 * has drawn yet is left out. `text`: the whole, of several lines.
 */
export function typeset(line: string, text = line): Line | null {
  const runs = runsOf(line, text);
  if (!runs) return null;
  let width = 0;
  let outlines = "";
  for (const run of inVisualOrder(runs)) {
    const drawn = run.font ? letters(run.font, run) : emoji(run.drawing);
    outlines += `<g transform="translate(${width} 0)">${drawn.outlines}</g>`;
    width += drawn.width;
  }
  return { width, outlines };
}

function letters(font: Font, { text, level }: Run): Line {
  const { glyphs, positions } = shaped(font, text, level % 2 ? "rtl" : "ltr");
  const scale = 1 / font.unitsPerEm;
  let pen = 0;
  const drawn = glyphs.map(({ path }, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
    const place = `translate(${short(pen + xOffset)} ${short(yOffset)})`;
    pen += xAdvance;
    return `<path transform="${place}" d="${path.toSVG()}"/>`;
  });
  return { width: pen * scale, outlines: `<g transform="scale(${scale} ${-scale})">${drawn.join("")}</g>` };
}

function emoji(drawing: string): Line {
  const { width, side, below } = EMOJI;
  const place = `translate(${(width - side) / 2} ${below - side})scale(${side / EMOJI_SIDE})`;
  return { width, outlines: `<g transform="${place}">${drawing}</g>` };
}

/** Without attached marks if the library fails at them, as it does at some Arabic letters with vowel signs. */
function shaped(font: Font, text: string, direction: "ltr" | "rtl") {
  try {
    return font.layout(text, undefined, undefined, undefined, direction);
  } catch {
    return font.layout(text, { mark: false, mkmk: false }, undefined, undefined, direction);
  }
}

function runsOf(line: string, text: string): Run[] | null {
  const { levels } = bidi.getEmbeddingLevels(line);
  const latin = /\p{sc=Latin}/u.test(text)
    ? fontWith(codePointsOf(text.match(IN_LATIN)?.join("") ?? ""), undefined)
    : null;
  const runs: Run[] = [];
  let at = 0;
  for (const segment of charactersOf(line)) {
    const level = levels[at] ?? 0;
    const own = /^[\p{sc=Latin}\p{Nd}]+$/u.test(segment) ? latin : null;
    for (const part of own ? [{ text: segment, font: own }] : partsOf(segment, lastFont(runs) ?? latin ?? undefined)) {
      if (typeof part === "string") runs.push({ font: null, drawing: part, level, text: segment });
      else if (!part.font) return null;
      else
        addText(runs, {
          font: part.font,
          level,
          text: (level % 2 && bidi.getMirroredCharacter(part.text)) || part.text,
        });
    }
    at += segment.length;
  }
  return runs;
}

const lastFont = (runs: readonly Run[]) => runs.findLast(({ font }) => font)?.font ?? undefined;

function addText(runs: Run[], run: Run & { font: Font }): void {
  const last = runs.at(-1);
  if (last?.font === run.font && last.level === run.level) last.text += run.text;
  else runs.push(run);
}

/** A text in a font, null if none has it, or the drawing of an emoji. */
type Part = { text: string; font: Font | null } | string;

/** A character as its reader sees it, as one emoji or in one font; or if there is neither, one part after the other. */
function partsOf(segment: string, before: Font | undefined): Part[] {
  const drawing = isEmoji(segment) ? emojiDrawing(segment) : null;
  if (drawing && looksLikeEmoji(segment)) return [drawing];
  const shown = segment.replaceAll(/[\ufe0e\ufe0f]/g, "");
  const font = fontWith(codePointsOf(shown), before);
  if (font) return [{ text: shown, font }];
  if (drawing) return [drawing];
  const parts = [...segment.replaceAll(BETWEEN_EMOJI, "")];
  return parts.flatMap((text) => {
    if (parts.length > 1) return partsOf(text, before);
    return isEmoji(text) ? [] : [{ text, font: null }];
  });
}

const codePointsOf = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);

/** Reverses every stretch of runs from each level on, from the highest level down (rule L2 of the algorithm). */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}
