import { gold } from "../palette.ts";
import { moved, type Setting } from "./scene.ts";

/** Distance between neighboring bulbs. */
const SPACING = 27;

/** Strings of warm bulbs along the paths, in a picture that has lights: every second bulb twinkles. */
export function lightStrings(paths: string, setting: Setting): string {
  if (setting.look !== "night") return "";
  const bulbs = (from: number) =>
    `<path d="${paths}" stroke="${gold.light}" stroke-width="8" stroke-dasharray="0 ${2 * SPACING}" stroke-dashoffset="-${from}"/>`;
  return (
    `<g fill="none"><path d="${paths}" stroke="${gold.deep}" stroke-width="2"/>` +
    glow(paths, SPACING, SPACING / 2) +
    bulbs(SPACING / 2) +
    `<g${moved(setting, "twinkling")}>${bulbs(1.5 * SPACING)}</g></g>`
  );
}

/** The light around bulbs along a path, one `every` so many units. */
export function glow(path: string, every: number, from: number): string {
  return [
    [38, 0.07],
    [27, 0.12],
    [17, 0.25],
  ]
    .map(
      ([width, opacity]) =>
        `<path d="${path}" stroke="${gold.base}" stroke-width="${width}" stroke-dasharray="0 ${every}"` +
        ` stroke-dashoffset="-${from}" opacity="${opacity}"/>`,
    )
    .join("");
}
