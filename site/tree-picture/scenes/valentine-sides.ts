import { brown } from "../palette.ts";
import { short } from "../xml.ts";
import { heartCrown, sparseBlossoms } from "./heart-crown.ts";
import { moved, type Setting } from "./scene.ts";
import { cloud } from "./sky.ts";
import type { ValentineTones } from "./valentine-hours.ts";

/** A lit lamp at `x`. */
export function lamp(x: number, setting: Setting, tones: ValentineTones): string {
  return `
    <circle${moved(setting, "glowing late")} cx="${x}" cy="424" r="62" fill="url(#${setting.naming("glow")})"/>
    <path d="M${x} 440v84M${x - 12} 526h24" stroke="${brown.deep}" stroke-width="6"/>
    <path d="M${x - 10} 410h20l-4 28h-12z" fill="${tones.lamp}" stroke="${brown.deep}" stroke-width="3"/>
    <path d="m${x - 16} 410 16-14 16 14z" fill="${brown.dark}" stroke="${brown.deep}" stroke-width="3"/>`;
}

/** The sides of a wide frame: more trees in blossom, and another lamp. */
export function valentineSides(tones: ValentineTones, setting: Setting): { far: string; near: string } {
  if (setting.frame === "tall") return { far: "", near: "" };
  const tree = (x: number, footY: number, scale: number) => heartTree(setting, x, footY, scale);
  const far = `
    ${cloud(setting, -226, 176, 1.1, tones.cloud)}${cloud(setting, 590, 150, 1.2, tones.cloud)}${cloud(setting, -116, 306, 0.7, tones.cloud)}${cloud(setting, 664, 312, 0.6, tones.cloud)}
    <defs><g id="${setting.naming("small-tree")}">${smallTree(tones)}</g></defs>
    <g opacity=".6">${tree(-112, 484, 0.2)}${tree(-278, 446, 0.24)}${tree(-216, 456, 0.17)}${tree(500, 418, 0.15)}${tree(574, 404, 0.22)}${tree(744, 430, 0.26)}</g>`;
  return { far, near: `${tree(-186, 536, 0.4)}${tree(668, 530, 0.37)}${lamp(552, setting, tones)}` };
}

/** A small tree that stands on the given point. */
function heartTree({ naming }: Setting, x: number, footY: number, scale: number): string {
  return `<use href="#${naming("small-tree")}" transform="translate(${short(x - 240 * scale)} ${short(footY - 528 * scale)})scale(${scale})"/>`;
}

/** A tree of the same kind with fewer blossoms, to be drawn much smaller. */
function smallTree({ blossoms, crown }: ValentineTones): string {
  const [shade, ...lit] = blossoms;
  return `
    <path d="M226 392c-4 50 6 90-18 136q34 8 70 0c-28-40-18-90-22-136z" fill="${brown.dark}"/>
    <path d="${outline}" fill="${crown}" stroke="${crown}" stroke-width="36"/>
    <path d="${outline}" fill="${shade}" stroke="${shade}" stroke-width="24" transform="translate(-6 -8)"/>
    ${sparse.map((path, tone) => `<path d="${path}" fill="${lit[tone]}"/>`).join("")}`;
}

const outline = `M${heartCrown.outline.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join(" ")}z`;
const sparse = [sparseBlossoms("base", 30, 30), sparseBlossoms("lit", 20, 28), sparseBlossoms("brightest", 10, 26)];
