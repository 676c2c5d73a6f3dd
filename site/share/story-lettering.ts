import { berry, ink } from "../tree-picture/palette.ts";
import { lettering } from "./lettering/lettering.ts";
import { panel } from "./name-sign.ts";
import { qrCode } from "./qr-code.ts";

/** What a story card says, in one language. */
export type StoryWords = {
  headline: string;
  /** How to get to the tree: the hint, the site where the code is entered, and the code. */
  hint: string;
  site: string;
  code: string;
  /** The tree's link, for the QR code. */
  link: string;
};

const MIDDLE = 540;
/** Between the bars that apps lay over the ends of a story. */
const TOP = { x: 90, y: 236, width: 900, height: 270 };
const BOTTOM = { x: 90, y: 1390, width: 900, height: 280 };
const ROUND = 48;
const QR_SIDE = 240;
const BESIDE_QR = { x: 670, width: 560 };

/** Headline and name above the tree, QR code and code below it. Without a name that has fonts, the headline alone. */
export function storyLettering({ headline, hint, site, code, link }: StoryWords, name: string): string {
  const above = { x: MIDDLE, width: TOP.width - 80 };
  const named = name && lettering(name, { ...above, y: TOP.y + 172, height: 170, size: 100, fill: ink });
  const heading = named ? { y: TOP.y + 58, size: 50 } : { y: TOP.y + TOP.height / 2, size: 80 };
  const parts = [
    lettering(headline, { ...above, ...heading, height: 100, fill: berry }),
    named,
    lettering(hint, { ...BESIDE_QR, y: BOTTOM.y + 62, height: 50, size: 36, fill: ink }),
    lettering(site, { ...BESIDE_QR, y: BOTTOM.y + 122, height: 60, size: 46, fill: ink }),
    lettering(code, { ...BESIDE_QR, y: BOTTOM.y + 206, height: 110, size: 88, fill: berry }),
  ];
  const words = parts.map((part) => (part ? part.markup : "")).join("");
  return panel(TOP, ROUND) + panel(BOTTOM, ROUND) + qrAt(link, BOTTOM.x + 20, BOTTOM.y + 20) + words;
}

function qrAt(link: string, x: number, y: number): string {
  const code = qrCode(link, { label: link }).replace(' class="qr-code"', ` width="${QR_SIDE}" height="${QR_SIDE}"`);
  return `<g transform="translate(${x} ${y})">${code}</g>`;
}
