import bidiFactory from "bidi-js";
import type { Font } from "fontkit";
import { short } from "../../tree-picture/xml.ts";
import { fontWith } from "./fonts.ts";

/** A line of text as outlines, from (0, 0) on the baseline to the right, at size 1. */
export type Line = { width: number; outlines: string };

const bidi = bidiFactory();

/** Characters in one font and one direction: left to right if the level is even (Unicode's bidirectional algorithm). */
type Run = { font: Font; level: number; text: string };

/** Selectors of colored emoji, and what joins and tones them: the emoji here have one color, and few are joined. */
const PRESENTATION = /[\ufe0e\ufe0f]/g;
const JOINERS = /[\u200d\u{1f3fb}-\u{1f3ff}]/gu;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The characters of a text as its reader sees them, such as a letter with its marks. */
export const charactersOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

/**
 * Shapes a line: the rasterizer cannot, as soon as a text needs two fonts in a script whose letters join or move. Null if
 * no font has one of its characters: a picture is better off without the text than with a box in it.
 */
export function typeset(text: string): Line | null {
  const runs = runsOf(text.replaceAll(PRESENTATION, ""));
  if (!runs) return null;
  let width = 0;
  let outlines = "";
  for (const { font, level, text } of inVisualOrder(runs)) {
    const { glyphs, positions } = shaped(font, text, level % 2 ? "rtl" : "ltr");
    const scale = 1 / font.unitsPerEm;
    let pen = 0;
    const drawn = glyphs.map(({ path }, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      const place = `translate(${short(pen + xOffset)} ${short(yOffset)})`;
      pen += xAdvance;
      return `<path transform="${place}" d="${path.toSVG()}"/>`;
    });
    outlines += `<g transform="translate(${width} 0)scale(${scale} ${-scale})">${drawn.join("")}</g>`;
    width += pen * scale;
  }
  return { width, outlines };
}

/** Without attached marks if the library fails at them, as it does at some Arabic letters with vowel signs. */
function shaped(font: Font, text: string, direction: "ltr" | "rtl") {
  try {
    return font.layout(text, undefined, undefined, undefined, direction);
  } catch {
    return font.layout(text, { mark: false, mkmk: false }, undefined, undefined, direction);
  }
}

function runsOf(text: string): Run[] | null {
  const { levels } = bidi.getEmbeddingLevels(text);
  const runs: Run[] = [];
  let at = 0;
  for (const segment of charactersOf(text)) {
    const level = levels[at] ?? 0;
    for (const part of partsOf(segment, runs.at(-1)?.font)) {
      if (!part.font) return null;
      const last = runs.at(-1);
      const shown = (level % 2 && bidi.getMirroredCharacter(part.text)) || part.text;
      if (last?.font === part.font && last.level === level) last.text += shown;
      else runs.push({ font: part.font, level, text: shown });
    }
    at += segment.length;
  }
  return runs;
}

/** A character as its reader sees it, in one font; or if none has all of it, one part after the other. */
function partsOf(segment: string, before: Font | undefined): { text: string; font: Font | null }[] {
  const font = fontWith(codePointsOf(segment), before);
  if (font) return [{ text: segment, font }];
  return [...segment.replaceAll(JOINERS, "")].map((text) => ({ text, font: fontWith(codePointsOf(text), before) }));
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
