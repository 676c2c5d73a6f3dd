import type { Crown, Point } from "../crown.ts";
import { seededRandom } from "../seeded-random.ts";
import { short } from "../xml.ts";

/** One layer of branches, drawn over the layer below it. */
export type Tier = {
  readonly top: number;
  readonly bottom: number;
  readonly halfWidth: number;
  readonly tufts: number;
};

const FIR_MIDDLE = 240;

/** Where the side of a layer bends, as shares of its width and height. */
const BEND_OUT = 0.5;
const BEND_DOWN = 0.56;

/** From lowest to highest, in drawing order. */
export const firTiers: readonly Tier[] = [
  { top: 250, bottom: 482, halfWidth: 222, tufts: 9 },
  { top: 180, bottom: 400, halfWidth: 198, tufts: 8 },
  { top: 120, bottom: 318, halfWidth: 168, tufts: 7 },
  { top: 76, bottom: 236, halfWidth: 132, tufts: 5 },
  { top: 40, bottom: 158, halfWidth: 92, tufts: 4 },
];

/** The outline of a layer, starting at its tip. */
export function tierOutline(tier: Tier): string {
  return `${sideFromTip(tier, 1)}${tuftsLeftwards(tier, tier.tufts)}${sideToTip(tier, -1)}z`;
}

/** The part of the layer that faces away from the light. */
export function tierShade(tier: Tier): string {
  const tufts = Math.floor(tier.tufts * 0.36);
  return `${sideFromTip(tier, 1)}${tuftsLeftwards(tier, tufts)}Q${at(edgePoint(tier, 0.12, -50))} ${FIR_MIDDLE} ${tier.top}z`;
}

/** Snow on the layer's rim: tufts below, soft humps above. */
export function tierSnow(tier: Tier): string {
  const humps = tier.tufts * 2 - 1;
  let path = `M${at(edgePoint(tier, 1))}${tuftsLeftwards(tier, tier.tufts)}`;
  for (let hump = 1; hump <= humps; hump++) {
    const end = (2 * hump) / humps - 1;
    const lift = hump === humps ? 0 : hump % 3 === 0 ? -2 : -9;
    path += `Q${at(edgePoint(tier, end - 1 / humps, lift - 7))} ${at(edgePoint(tier, end, lift))}`;
  }
  return `${path}z`;
}

/** Short strokes of needles on the layer's left or right half. */
export function tierNeedles(tier: Tier, direction: 1 | -1): string {
  const random = seededRandom(`needles ${tier.top} ${direction}`);
  let path = "";
  for (let stroke = 0; stroke < tier.tufts * 2; stroke++) {
    const reach = direction * (0.1 + 0.75 * random());
    const { x, y } = edgePoint(tier, reach, -20 - 50 * (1 - Math.abs(reach)) * random());
    path += `M${at({ x, y })}l${direction * Math.round(2 + 6 * Math.abs(reach))} 8`;
  }
  return path;
}

/** The line of a garland across the layer. */
export function tierGarland(tier: Tier): string {
  const end = sidePoint(tier, 0.8);
  const reach = end.x - FIR_MIDDLE;
  return `M${at({ x: FIR_MIDDLE - reach, y: end.y })}q${short(reach)} 62 ${short(2 * reach)} 0`;
}

export const firCrown: Crown = { outline: firOutline(), front: { x: FIR_MIDDLE, y: 318 } };

/** Where lanterns hang: at the ends of the upper layers. */
export const firTips: readonly Point[] = firTiers.slice(2).map((tier) => edgePoint(tier, -1, -2));

/** A point on the rim, `across` from −1 (left) to 1 (right), sagging toward the middle. */
function edgePoint({ bottom, halfWidth }: Tier, across: number, lower = 0): Point {
  return { x: FIR_MIDDLE + across * halfWidth, y: bottom + 18 * (1 - across * across) + lower };
}

function tuftsLeftwards(tier: Tier, count: number): string {
  let path = "";
  for (let tuft = 1; tuft <= count; tuft++) {
    const end = 1 - (2 * tuft) / tier.tufts;
    path += `Q${at(edgePoint(tier, end + 1 / tier.tufts, 20))} ${at(edgePoint(tier, end))}`;
  }
  return path;
}

function sideFromTip(tier: Tier, direction: 1 | -1): string {
  return `M${FIR_MIDDLE} ${tier.top}Q${sideBend(tier, direction)} ${at(edgePoint(tier, direction))}`;
}

function sideToTip(tier: Tier, direction: 1 | -1): string {
  return `Q${sideBend(tier, direction)} ${FIR_MIDDLE} ${tier.top}`;
}

function sideBend({ top, bottom, halfWidth }: Tier, direction: 1 | -1): string {
  return at({ x: FIR_MIDDLE + direction * BEND_OUT * halfWidth, y: top + BEND_DOWN * (bottom - top) });
}

/** The point at `share` of the curve down the right side. */
function sidePoint({ top, bottom, halfWidth }: Tier, share: number): Point {
  const bend = 2 * share * (1 - share);
  return {
    x: FIR_MIDDLE + halfWidth * (BEND_OUT * bend + share * share),
    y: top + (bottom - top) * (BEND_DOWN * bend + share * share),
  };
}

function firOutline(): Point[] {
  const right: Point[] = [];
  for (const tier of [...firTiers].reverse()) {
    for (let share = 0; share <= 1; share += 0.05) {
      const point = sidePoint(tier, share);
      // Leave room for the star; and a layer is visible only below the rim of the one that covers it.
      if (point.y > 86 && point.y > (right.at(-1)?.y ?? 0)) right.push(point);
    }
  }
  const left = right.map(({ x, y }) => ({ x: 2 * FIR_MIDDLE - x, y })).reverse();
  return [...right, { x: FIR_MIDDLE, y: 506 }, ...left];
}

function at({ x, y }: Point): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}
