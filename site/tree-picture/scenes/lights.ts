import { gold } from "../palette.ts";
import { moved, type Setting } from "./scene.ts";

/** Distance between neighboring bulbs. */
const SPACING = 27;

/** Strings of warm bulbs along the paths, in a picture that has lights: every second bulb twinkles. */
export function lightStrings(paths: string, setting: Setting): string {
  if (setting.look !== "night") return "";
  const bulbs = (every: number, from: number, width: number, tone: string, opacity = 1) =>
    `<path d="${paths}" stroke="${tone}" stroke-width="${width}" stroke-dasharray="0 ${every}"` +
    ` stroke-dashoffset="-${from}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;
  const [lit, other] = [SPACING / 2, 1.5 * SPACING];
  return (
    `<g fill="none"><path d="${paths}" stroke="${gold.deep}" stroke-width="2"/>` +
    glow(paths, SPACING, lit) +
    bulbs(2 * SPACING, lit, 8, gold.light) +
    `<g${moved(setting, "twinkling")}>${bulbs(2 * SPACING, other, 8, gold.light)}</g></g>`
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
