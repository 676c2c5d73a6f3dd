import { type Crown, depthInside, distance, type Point } from "../crown.ts";
import { seededRandom } from "../seeded-random.ts";
import { short } from "../xml.ts";

type Clump = Point & { readonly radius: number };

const MIDDLE = { x: 240, y: 240 };
/** No gifts above this line, where the flags are. */
const BELOW_BUNTING = 92;
const CANDIDATES = 10;

/** The clumps of leaves that make up the round crown. */
const clumps: readonly Clump[] = [
  { x: 240, y: 240, radius: 140 },
  { x: 236, y: 142, radius: 88 },
  { x: 144, y: 172, radius: 84 },
  { x: 334, y: 168, radius: 88 },
  { x: 102, y: 254, radius: 80 },
  { x: 380, y: 252, radius: 80 },
  { x: 136, y: 336, radius: 76 },
  { x: 344, y: 338, radius: 78 },
  { x: 240, y: 358, radius: 84 },
];

export const roundCrown: Crown = { outline: outlineOf(clumps), front: { x: 240, y: 248 } };

/** All clumps as one path; `grown` widens or narrows each, `dx` and `dy` move it. */
export function clumpsPath(grown = 0, dx = 0, dy = 0): string {
  return clumps.map(({ x, y, radius }) => circlePath(x + dx, y + dy, radius + grown)).join("");
}

/** Tufts within the crown, from lowest to highest, in drawing order. */
export const tufts: readonly string[] = [
  circlePath(338, 342, 54),
  circlePath(146, 334, 54),
  circlePath(242, 350, 62),
  circlePath(364, 250, 58),
  circlePath(116, 244, 56),
  circlePath(236, 262, 74),
  circlePath(322, 166, 62),
  circlePath(156, 166, 60),
  circlePath(236, 134, 62),
];

/** Small curved strokes, like leaves, scattered evenly over the crown. */
export function leafStrokes(seed: string, count: number): string {
  const random = seededRandom(seed);
  return strewn(random, count)
    .map(({ x, y }) => `M${short(x)} ${short(y)}q${random() < 0.5 ? "5 8 12 3" : "6 7 13-1"}`)
    .join("");
}

/** Dots scattered evenly over the crown, to be stroked with a round cap. */
export function blossomDots(seed: string, count: number): string {
  return strewn(seededRandom(seed), count)
    .map(({ x, y }) => `M${short(x)} ${short(y)}h0`)
    .join("");
}

/** Picks each point as the candidate farthest from the previous ones. */
function strewn(random: () => number, count: number): Point[] {
  const points: Point[] = [];
  const room = (point: Point) =>
    Math.min(depthInside(roundCrown, point) * 2, ...points.map((other) => distance(other, point)));
  while (points.length < count) {
    const candidates = Array.from({ length: CANDIDATES }, () => ({ x: 20 + 440 * random(), y: 50 + 390 * random() }));
    points.push(candidates.reduce((best, each) => (room(each) > room(best) ? each : best)));
  }
  return points;
}

function circlePath(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0 ${radius} ${radius} 0 1 0-${2 * radius} 0z`;
}

/** The joint outline of the clumps: for each direction from the middle, the farthest point of any clump. */
function outlineOf(circles: readonly Clump[]): Point[] {
  return Array.from({ length: 72 }, (_, step) => {
    const angle = (step / 72) * 2 * Math.PI;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const reaches = circles.map(({ x, y, radius }) => {
      const along = (x - MIDDLE.x) * cos + (y - MIDDLE.y) * sin;
      const aside = (x - MIDDLE.x) * sin - (y - MIDDLE.y) * cos;
      return Math.abs(aside) > radius ? 0 : along + Math.sqrt(radius ** 2 - aside ** 2);
    });
    const reach = Math.max(...reaches);
    return { x: MIDDLE.x + reach * cos, y: Math.max(BELOW_BUNTING, MIDDLE.y + reach * sin) };
  });
}
