import { giftDrawing } from "../gift-drawing.ts";
import { blue, brown, cream, gold, pink, red, type Tones, violet } from "../palette.ts";
import type { BirthdayTones } from "./birthday-hours.ts";
import { moved, type Setting } from "./scene.ts";
import { cloud } from "./sky.ts";

/** The sides of a wide frame: trees in the distance, and in front a table with a cake and presents. */
export function birthdaySides(tones: BirthdayTones, setting: Setting): { far: string; near: string } {
  if (setting.frame === "tall") return { far: "", near: "" };
  const far = `
    ${cloud(setting, -236, 236, 1.1, tones.cloud)}${cloud(setting, 560, 222, 1.2, tones.cloud)}${cloud(setting, 700, 306, 0.7, tones.cloud)}
    ${bush(-236, 448, 1.15, tones)}${bush(-168, 466, 0.8, tones)}${bush(560, 402, 0.9, tones)}${bush(700, 412, 1.25, tones)}`;
  const near = `
    ${table(612, 520, tones)}
    ${standing("present", -196, 540, 1.35)}${standing("present", -138, 548, 0.95)}${standing("party-hat", -252, 548, 1)}
    ${balloon(setting, -66, 410, -84, 524, blue)}${balloon(setting, -116, 432, -84, 524, pink)}${balloon(setting, -92, 366, -84, 524, gold)}
    ${balloon(setting, 724, 400, 728, 528, red)}${balloon(setting, 752, 436, 728, 528, violet)}${balloon(setting, 690, 442, 728, 528, gold)}
    <path d="${daisies}" stroke="${cream.light}" stroke-width="9"/><path d="${daisies}" stroke="${gold.base}" stroke-width="4"/>`;
  return { far, near };
}

const daisies = "M-282 534h0M-30 544h0M-100 556h0M520 540h0M560 556h0M700 556h0M762 544h0";

/** A gift's drawing that stands on the given point. */
function standing(id: string, x: number, footY: number, scale: number): string {
  return `<g transform="translate(${x - 32 * scale} ${footY - 60 * scale})scale(${scale})">${giftDrawing(id)}</g>`;
}

function bush(x: number, y: number, scale: number, tones: BirthdayTones): string {
  return `
    <g transform="translate(${x} ${y})scale(${scale})">
      <path d="M-5-30H5V14H-5z" fill="${brown.dark}"/>
      <circle cy="-56" r="40" fill="${tones.leavesShade}"/><circle cx="-24" cy="-36" r="24" fill="${tones.leavesShade}"/>
      <circle cx="24" cy="-36" r="24" fill="${tones.leavesShade}"/><circle cx="-4" cy="-60" r="34" fill="${tones.leaves}"/>
      <circle cx="-24" cy="-40" r="18" fill="${tones.leaves}"/><circle cx="-10" cy="-68" r="18" fill="${tones.leavesLit}" opacity=".6"/>
    </g>`;
}

function table(x: number, y: number, tones: BirthdayTones): string {
  return `
    <ellipse cx="${x}" cy="${y + 22}" rx="86" ry="9" fill="${tones.meadowShade}"/>
    <path d="M${x - 56} ${y - 40}v60M${x + 56} ${y - 40}v60" stroke="${brown.dark}" stroke-width="8"/>
    ${standing("birthday-cake", x, y - 44, 1.5)}${standing("cupcake", x - 58, y - 45, 0.6)}${standing("cupcake", x + 58, y - 45, 0.6)}
    <path d="M${x - 80} ${y - 44}h160v26q-10 12-20 0-10 12-20 0-10 12-20 0-10 12-20 0-10 12-20 0-10 12-20 0-10 12-20 0-10 12-20 0z" fill="${cream.light}" stroke="${cream.dark}"/>
    <path d="M${x - 80} ${y - 32}h160" stroke="${pink.base}" stroke-width="4"/>`;
}

/** A balloon at (x, y) whose string ends at (endX, endY). */
export function balloon(setting: Setting, x: number, y: number, endX: number, endY: number, tones: Tones): string {
  return `
    <g${moved(setting, x % 8 ? "swaying" : "swaying late")}>
      <path d="M${x} ${y + 30}Q${x} ${endY - 30} ${endX} ${endY}" fill="none" stroke="${cream.base}"/>
      <path d="M${x} ${y + 27}l-5 8h10z" fill="${tones.dark}"/>
      <ellipse cx="${x}" cy="${y}" rx="23" ry="28" fill="${tones.base}"/>
      <path d="M${x + 15} ${y - 21}q8 40-21 48 30 4 29-27 0-14-8-21z" fill="${tones.dark}"/>
      <path d="M${x - 13} ${y - 5}q1-9 8-13" fill="none" stroke="${cream.light}" stroke-width="4"/>
    </g>`;
}
