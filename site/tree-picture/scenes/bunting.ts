import type { Point } from "../crown.ts";
import { cream, partyTones, red } from "../palette.ts";
import { short } from "../xml.ts";
import { FRAMES, moved, type Setting } from "./scene.ts";

const FLAG_WIDTH = 37.5;
/** How much lower the rope hangs in the middle than at the tall frame's edges. */
const SAG = 46;

/** A rope of flags from edge to edge. */
export function bunting(setting: Setting): string {
  const { left, width } = FRAMES[setting.frame];
  const isWide = setting.frame === "wide";
  const rope = isWide
    ? { from: left - 10, to: left + width + 10, top: -40, sag: 100 }
    : { from: -4, to: 484, top: 14, sag: SAG };
  const length = rope.to - rope.from;
  const count = Math.round(length / FLAG_WIDTH);
  const ropePoint = (share: number): Point => ({
    x: rope.from + length * share,
    y: rope.top + 4 * rope.sag * share * (1 - share),
  });
  const flags = Array.from({ length: count }, (_, index) => {
    const tones = partyTones[index % partyTones.length] ?? red;
    const [from, to] = [ropePoint((index + 0.1) / count), ropePoint((index + 0.9) / count)];
    const tip = `${short((from.x + to.x) / 2 + (from.y - to.y) / 2)} ${short((from.y + to.y) / 2 + 36)}`;
    return `<path d="M${short(from.x)} ${short(from.y)}L${tip} ${short(to.x)} ${short(to.y)}z" fill="${tones.base}" stroke="${tones.dark}"/>`;
  });
  const line = `M${rope.from} ${rope.top}Q${rope.from + length / 2} ${rope.top + 2 * rope.sag} ${rope.to} ${rope.top}`;
  return `<g${moved(setting, "billowing")}>${flags.join("")}<path d="${line}" fill="none" stroke="${cream.light}" stroke-width="4"/></g>`;
}
