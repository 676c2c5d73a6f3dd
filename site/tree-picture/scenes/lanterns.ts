import type { Point } from "../crown.ts";
import { brown, cream, gold } from "../palette.ts";
import { type Lanterns, moved, type Setting } from "./scene.ts";

/** How many days before a tree opens its picture begins to count them. */
export const COUNTED_DAYS = 7;

/** Seven days before a tree opens one lantern is lit, and on each day one more. Without any lit, none hang there. */
export function lanterns({ places, body, star = "" }: Lanterns, lit: number, setting: Setting): string {
  if (lit === 0) return "";
  const id = setting.naming("lantern");
  const hung = (from: number, to: number, part: string) =>
    places.slice(from, to).map(({ x, y }) => `<use href="#${id}-${part}" transform="translate(${x} ${y})scale(1.3)"/>`);
  const thread = `<path d="M0 0v9" stroke="${gold.dark}"/>`;
  return (
    `<defs><g id="${id}-off">${thread}<path d="${body}" fill="${cream.dark}" stroke="${brown.dark}"/></g>` +
    `<circle id="${id}-halo" cy="21" r="46" fill="url(#${setting.naming("glow")})"/>` +
    `<g id="${id}-on">${thread}<path d="${body}" fill="${gold.light}" stroke="${gold.deep}"/><path d="M0 14q8 9 0 15-8-6 0-15z" fill="${gold.dark}"/></g></defs>` +
    `${hung(lit, places.length, "off").join("")}<g${moved(setting, "shimmering")}>${hung(0, lit, "halo").join("")}` +
    `${lit > places.length ? star : ""}</g>${hung(0, lit, "on").join("")}`
  );
}

/** A lantern's places on both sides of the middle, from pairs at the left, the outermost first. */
export const onBothSides = (left: readonly Point[], middle = 240): Point[] =>
  left.flatMap(({ x, y }) => [
    { x, y },
    { x: 2 * middle - x, y },
  ]);
