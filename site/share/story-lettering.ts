import { berry, ink } from "../tree-picture/palette.ts";
import { lettering } from "./lettering/lettering.ts";
import { panel } from "./name-sign.ts";

/** What a story card says, in one language; `hint`: where to enter the code. */
export type StoryWords = { headline: string; hint: string; code: string };

const MIDDLE = 540;
/**
 * Between the bars that apps lay over the ends of a story: 250 pixels above, 340 below. Between the tree and its
 * code is room for a sticker with the link.
 */
const TOP = { x: 90, y: 262, width: 900, height: 224 };
const BOTTOM = { x: 190, y: 1402, width: 700, height: 170 };
const ROUND = 48;

/** Headline and name above the tree, the code below it. Without a name that has fonts, the headline alone. */
export function storyLettering({ headline, hint, code }: StoryWords, name: string): string {
  const above = { x: MIDDLE, width: TOP.width - 80 };
  const below = { x: MIDDLE, width: BOTTOM.width - 60 };
  const named = name && lettering(name, { ...above, y: TOP.y + 148, height: 130, size: 96, fill: ink });
  const heading = named ? { y: TOP.y + 50, size: 48 } : { y: TOP.y + TOP.height / 2, size: 80 };
  const parts = [
    lettering(headline, { ...above, ...heading, height: 80, fill: berry }),
    named,
    lettering(hint, { ...below, y: BOTTOM.y + 46, height: 46, size: 36, fill: ink }),
    lettering(code, { ...below, y: BOTTOM.y + 114, height: 96, size: 84, fill: berry }),
  ];
  const words = parts.map((part) => (part ? part.markup : "")).join("");
  return panel(TOP, ROUND) + panel(BOTTOM, ROUND) + words;
}
