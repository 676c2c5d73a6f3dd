import { ink } from "../tree-picture/palette.ts";
import { attributes, short } from "../tree-picture/xml.ts";
import { lettering } from "./lettering/lettering.ts";

const SIZE = 48;
const HEIGHT = 110;
const PADDING = { x: 36, y: 8 };
/** From the lower edge of the picture. */
const BELOW = 12;

/** A sign with the tree's name at the foot of a picture of this size; null if no font has all of its characters. */
export function nameSign(name: string, picture: { width: number; height: number }): string | null {
  const x = picture.width / 2;
  const box = { x, y: 0, width: picture.width - 4 * PADDING.x, height: HEIGHT, size: SIZE, fill: ink };
  const written = lettering(name, box);
  if (!written) return null;
  const area = { width: written.width + 2 * PADDING.x, height: written.height + 2 * PADDING.y };
  const y = picture.height - BELOW - area.height;
  const sign = panel({ x: x - area.width / 2, y, ...area }, 28);
  return `${sign}<g transform="translate(0 ${short(y + area.height / 2)})">${written.markup}</g>`;
}

type Area = { x: number; y: number; width: number; height: number };

const EDGE = { stroke: "#d6c5a6", "stroke-width": 4 };

/** A white panel with round corners, to write on. Its edge shows it on a white picture, too. */
export function panel({ x, y, width, height }: Area, radius: number): string {
  const place = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
  return `<rect${attributes({ ...place, rx: radius, fill: "#fff", ...EDGE })}/>`;
}
