import { short } from "../../tree-picture/xml.ts";
import { charactersOf, type Line, typeset } from "./typeset.ts";

/** Where a text goes: centered at `x` and `y`, in a room of this size; its wanted font size; units of the picture. */
export type Box = { x: number; y: number; width: number; height: number; size: number; fill: string };

/** A text in a picture, and the room that it takes. */
export type Lettering = { markup: string; width: number; height: number };

const LINE_HEIGHT = 1.15;
/** From the middle of a line to its baseline, in sizes. */
const TO_BASELINE = 0.34;
/** A text that would be smaller than this share of the wanted size gets two lines. */
const SMALLEST_LINE = 0.7;

/**
 * A text as large as wanted, or as its box allows, on one line or two; null if no font has all of its characters.
 */
export function lettering(text: string, box: Box): Lettering | null {
  const one = fitted([text], box);
  const parts = inTwo(text);
  const two = parts && one && one.size < SMALLEST_LINE * box.size ? fitted(parts, box) : null;
  const best = one && two ? larger(one, two) : one;
  if (!best) return null;
  const { lines, size } = best;
  const lineHeight = LINE_HEIGHT * size;
  const first = box.y - ((lines.length - 1) / 2) * lineHeight + TO_BASELINE * size;
  const drawn = lines.map(({ width, outlines }, at) => {
    const place = `translate(${short(box.x - (width * size) / 2)} ${short(first + at * lineHeight)})`;
    return `<g transform="${place}scale(${short(size)})">${outlines}</g>`;
  });
  const width = Math.max(...lines.map((line) => line.width)) * size;
  return {
    markup: `<g fill="${box.fill}" stroke="none">${drawn.join("")}</g>`,
    width,
    height: lines.length * lineHeight,
  };
}

type Fitted = { lines: readonly Line[]; size: number };

function fitted(texts: readonly string[], { width, height, size }: Box): Fitted | null {
  const lines = texts.map((each) => typeset(each, texts.join(" "))).filter((line): line is Line => line !== null);
  if (lines.length < texts.length) return null;
  const widest = Math.max(...lines.map((line) => line.width));
  return { lines, size: Math.min(size, width / (widest || 1), height / (lines.length * LINE_HEIGHT)) };
}

const larger = (one: Fitted, other: Fitted) => (other.size > one.size ? other : one);

/**
 * Breaks a text nearest to its middle, at the end of a sentence or at a space if it has one there; null if it is a single
 * character.
 */
export function inTwo(text: string): readonly [string, string] | null {
  const characters = charactersOf(text);
  const middle = characters.length / 2;
  const fromMiddle = (at: number) => Math.abs(at - middle);
  const spaces = characters.flatMap((character, at) => (/^\s$/.test(character) ? [at] : []));
  const near = spaces.filter((at) => fromMiddle(at) <= characters.length / 4);
  const [nearest] = near.toSorted((one, other) => fromMiddle(one) - fromMiddle(other));
  const at = near.find((each) => /[!?.]/.test(characters[each - 1] ?? "")) ?? nearest ?? Math.ceil(middle);
  const [first, second] = [characters.slice(0, at).join("").trim(), characters.slice(at).join("").trim()];
  return first && second ? [first, second] : null;
}
