import type { Point } from "../crown.ts";
import { cream, partyTones, red } from "../palette.ts";
import { short } from "../xml.ts";
import { FRAMES, moved, type Setting } from "./scene.ts";

const FLAG_WIDTH = 37.5;
/** How much lower the rope hangs in the middle than at the tall frame's edges. */
const SAG = 46;

/** How much of its length the rope of a wide frame goes on at each end, where the scene has no bounds. */
const BEYOND = 0.4;

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
  const more = isWide ? Math.round(count * BEYOND) : 0;
  const flags = Array.from({ length: count + 2 * more }, (_, place) => {
    const index = place - more;
    const tones = partyTones.at(index % partyTones.length) ?? red;
    const [from, to] = [ropePoint((index + 0.1) / count), ropePoint((index + 0.9) / count)];
    const tip = `${short((from.x + to.x) / 2 + (from.y - to.y) / 2)} ${short((from.y + to.y) / 2 + 36)}`;
    return `<path d="M${short(from.x)} ${short(from.y)}L${tip} ${short(to.x)} ${short(to.y)}z" fill="${tones.base}" stroke="${tones.dark}"/>`;
  });
  const [start, end] = [ropePoint(-more / count), ropePoint(1 + more / count)];
  // Where the tangents of both ends meet.
  const meet = start.y + 2 * rope.sag * (1 + (2 * more) / count) ** 2;
  const line = `M${short(start.x)} ${short(start.y)}Q${short(rope.from + length / 2)} ${short(meet)} ${short(end.x)} ${short(end.y)}`;
  return `<g${moved(setting, "billowing")}>${flags.join("")}<path d="${line}" fill="none" stroke="${cream.light}" stroke-width="4"/></g>`;
}
