import { type Crown, depthInside, distance, type Point } from "../crown.ts";
import { seededRandom } from "../seeded-random.ts";
import { short } from "../xml.ts";

const MIDDLE = { x: 240, y: 204 };
const SCALE = { x: 13.2, y: 12.6 };
/** Distance between neighboring blossoms. */
const SPACING = 33;
const RIM_SPACING = 17;
const TRUNK_TOP = 398;

/** The whole crown, shaped like a heart. */
export const heartCrown: Crown = { outline: heartOutline(), front: { x: 240, y: 208 } };

/** A heart `size` wide each way from its center, rotated by `degrees`, as path data. */
export function heartPath({ x, y }: Point, size: number, degrees: number): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) * size, Math.sin((degrees * Math.PI) / 180) * size];
  const turned = (right: number, down: number) =>
    `${short(right * cos - down * sin)} ${short(right * sin + down * cos)}`;
  return (
    `M${short(x - 0.9 * sin)} ${short(y + 0.9 * cos)}` +
    `c${turned(-1.5, -1.1)} ${turned(-0.9, -2.1)} ${turned(0, -1.4)}c${turned(0.9, -0.7)} ${turned(1.5, 0.3)} ${turned(0, 1.4)}z`
  );
}

/** The crown's blossoms as one path per tone, from shaded to lit: the light comes from the upper left. */
export function blossomPaths(toneCount: number): string[] {
  const random = seededRandom("blossoms");
  const paths = Array.from({ length: toneCount }, () => "");
  for (const spot of blossomSpots()) {
    const moved = { x: spot.x + 8 * (random() - 0.5), y: spot.y + 8 * (random() - 0.5) };
    const light = 0.62 - (moved.x - MIDDLE.x) / 620 - (moved.y - MIDDLE.y) / 520 + (random() - 0.5) * 0.5;
    const tone = Math.max(0, Math.min(toneCount - 1, Math.floor(light * toneCount)));
    const turn = Math.floor(random() * 5 - 2) * 14;
    paths[tone] += heartPath(moved, 17 + Math.floor(random() * 3) * 2, turn);
  }
  return paths;
}

/** A few blossoms, `size` wide each way, for a crown in the distance. */
export function sparseBlossoms(seed: string, count: number, size: number): string {
  const random = seededRandom(seed);
  let path = "";
  for (let drawn = 0; drawn < count; ) {
    const spot = { x: 30 + 420 * random(), y: 40 + 360 * random() };
    if (depthInside(heartCrown, spot) < 0.4 * size) continue;
    path += heartPath(spot, size, Math.floor(random() * 5 - 2) * 14);
    drawn += 1;
  }
  return path;
}

function blossomSpots(): Point[] {
  const spots: Point[] = [];
  let isShifted = false;
  for (let y = 40; y < 430; y += SPACING * 0.86) {
    for (let x = isShifted ? SPACING / 2 : 0; x < 480; x += SPACING) {
      if (depthInside(heartCrown, { x, y }) > 14) spots.push({ x, y });
    }
    isShifted = !isShifted;
  }
  // The rim last, so that the silhouette is all blossoms.
  return [...spots, ...rimSpots()];
}

function rimSpots(): Point[] {
  const spots: Point[] = [];
  for (const point of heartCrown.outline) {
    const isApart = spots.every((spot) => distance(spot, point) > RIM_SPACING);
    if (isApart && point.y < TRUNK_TOP) spots.push(point);
  }
  return spots;
}

function heartOutline(): Point[] {
  return Array.from({ length: 72 }, (_, step) => {
    const angle = (step / 72) * 2 * Math.PI;
    const right = 16 * Math.sin(angle) ** 3;
    const up = 13 * Math.cos(angle) - 5 * Math.cos(2 * angle) - 2 * Math.cos(3 * angle) - Math.cos(4 * angle);
    return { x: MIDDLE.x + SCALE.x * right, y: MIDDLE.y - SCALE.y * up };
  });
}
