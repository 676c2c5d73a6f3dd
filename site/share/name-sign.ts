import { berry, ink } from "../tree-picture/palette.ts";
import { attributes, short } from "../tree-picture/xml.ts";
import { lettering } from "./lettering/lettering.ts";

/** How a sign's lines are lettered, from the top: the tree's name, and what its visitors are asked for. */
const NAME = { size: 48, height: 110, fill: ink };
const INVITATION = { size: 38, height: 76, fill: berry };
const PADDING = { x: 36, y: 8 };
/** From the lower edge of the picture: some chats cut it to two by one, and some to a square. */
const BELOW = 32;

/**
 * A sign with the tree's name, and an invitation if there is one, at the foot of a picture of this size; null if no font
 * has all of the name's characters.
 */
export function nameSign(
  { name, invitation }: { name: string; invitation?: string },
  picture: { width: number; height: number },
): string | null {
  const box = { x: picture.width / 2, y: 0 };
  const named = lettering(name, { ...box, ...NAME, width: picture.width - 4 * PADDING.x });
  if (!named) return null;
  const inSquare = picture.height - 3 * PADDING.x;
  const invited = invitation ? lettering(invitation, { ...box, ...INVITATION, width: inSquare }) : null;
  const lines = invited ? [named, invited] : [named];
  const width = Math.max(...lines.map((line) => line.width)) + 2 * PADDING.x;
  const height = lines.reduce((sum, line) => sum + line.height, 2 * PADDING.y);
  const top = picture.height - BELOW - height;
  const sign = panel({ x: box.x - width / 2, y: top, width, height }, 28);
  let above = top + PADDING.y;
  const written = lines.map((line) => {
    above += line.height;
    return `<g transform="translate(0 ${short(above - line.height / 2)})">${line.markup}</g>`;
  });
  return sign + written.join("");
}

type Area = { x: number; y: number; width: number; height: number };

const EDGE = { stroke: "#d6c5a6", "stroke-width": 4 };

/** A white panel with round corners, to write on. Its edge shows it on a white picture, too. */
export function panel({ x, y, width, height }: Area, radius: number): string {
  const place = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
  return `<rect${attributes({ ...place, rx: radius, fill: "#fff", ...EDGE })}/>`;
}
