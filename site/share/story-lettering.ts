import { berry, ink } from "../tree-picture/palette.ts";
import { lettering } from "./lettering/lettering.ts";
import { panel } from "./name-sign.ts";

/** What a story card says, in one language; `hint`: where to enter the code. */
export type StoryWords = { headline: string; hint: string; code: string };

const MIDDLE = 540;
/** Between the bars that apps lay over the ends of a story. Above the lower panel is room for a sticker with the link. */
const TOP = { x: 90, y: 236, width: 900, height: 270 };
const BOTTOM = { x: 190, y: 1470, width: 700, height: 200 };
const ROUND = 48;

/** Headline and name above the tree, the code below it. Without a name that has fonts, the headline alone. */
export function storyLettering({ headline, hint, code }: StoryWords, name: string): string {
  const above = { x: MIDDLE, width: TOP.width - 80 };
  const below = { x: MIDDLE, width: BOTTOM.width - 60 };
  const named = name && lettering(name, { ...above, y: TOP.y + 172, height: 170, size: 100, fill: ink });
  const heading = named ? { y: TOP.y + 58, size: 50 } : { y: TOP.y + TOP.height / 2, size: 80 };
  const parts = [
    lettering(headline, { ...above, ...heading, height: 100, fill: berry }),
    named,
    lettering(hint, { ...below, y: BOTTOM.y + 54, height: 50, size: 36, fill: ink }),
    lettering(code, { ...below, y: BOTTOM.y + 132, height: 110, size: 88, fill: berry }),
  ];
  const words = parts.map((part) => (part ? part.markup : "")).join("");
  return panel(TOP, ROUND) + panel(BOTTOM, ROUND) + words;
}
