import { cream, type Tones } from "../palette.ts";
import { moved, type Setting } from "./scene.ts";

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
