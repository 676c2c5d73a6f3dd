import { boxAround, type Crown, depthInside, distance, type Point } from "./crown.ts";
import { farthestApart, middlesOfCells } from "./even-spread.ts";

/** A place on the tree: its center, and the side of the square that a gift may fill there. */
export type Slot = Point & { readonly size: number };

/** How much larger the first slot is than the others. */
const FRONT_SHARE = 1.3;
const LEAST_FRONT_SHARE = 1.15;
/** Vertical offsets from the front to try for the first slot, if they leave more room. */
const FRONT_SHIFTS = [0, -40, 30];
const FEW = 24;
const LARGEST = 112;
/** Distance from a gift's center to the crown's edge, in gift sizes: preferred and minimum. */
const EDGE_SHARE = 0.52;
const EDGE_FIT = 0.45;
/** Drawings have some padding in their squares, so squares may overlap by that much. */
const OVERLAP = 1.06;
const CELL_ROUNDS = 10;
const PUSH_ROUNDS = 50;
const GRID_STEP = 10;

/**
 * Returns `count` places spread evenly over the crown, the newest gift's first, which is larger and at the front.
 * Cached per crown and count, as it takes some milliseconds.
 */
export function crownSlots(crown: Crown, count: number): readonly Slot[] {
  const perCount = keptSlots.get(crown) ?? new Map<number, readonly Slot[]>();
  keptSlots.set(crown, perCount);
  const slots = perCount.get(count) ?? spreadSlots(crown, count);
  perCount.set(count, slots);
  return slots;
}

const keptSlots = new WeakMap<Crown, Map<number, readonly Slot[]>>();

/** Tries a few positions for the first slot and returns the layout with the largest smallest gift. */
function spreadSlots(crown: Crown, count: number): readonly Slot[] {
  if (count === 0) return [];
  const ground = groundOf(crown);
  const wished = Math.min(LARGEST, Math.sqrt((ground.length * GRID_STEP ** 2) / (count + FRONT_SHARE ** 2 - 1)));
  let places = farthestApart(crown.front, ground, count);
  for (let round = 0; round < CELL_ROUNDS; round++) places = middlesOfCells(places, ground);
  const fronts = FRONT_SHIFTS.map((shift) => ({ x: crown.front.x, y: crown.front.y + shift }));
  // With many gifts, the position of the first makes no difference worth the time.
  const tried = count === 1 || count > FEW ? fronts.slice(0, 1) : [undefined, ...fronts];
  const ways = tried.map((front) => {
    const pushed = pushedApart(crown, places, wished, front);
    return sized(crown, pushed, wished);
  });
  return ways.reduce((best, each) => (worth(each) > worth(best) ? each : best));
}

function worth(slots: readonly Slot[]): number {
  return Math.min(...slots.map(({ size }) => size));
}

/** Pushes places apart from each other and from the edge; the first stays at `front` if given. */
function pushedApart(crown: Crown, places: readonly Point[], wished: number, front: Point | undefined): Point[] {
  const pushed = [...places];
  for (let round = 0; round < PUSH_ROUNDS; round++) {
    if (front) pushed[0] = front;
    pushApart(pushed, wished);
    pushInside(crown, pushed, wished);
  }
  if (front) pushed[0] = front;
  return pushed;
}

/** Moves neighbors that are closer than wished, and slightly beyond, apart by a share of the missing distance. */
function pushApart(places: Point[], wished: number): void {
  const farthest = 1.15 * wished * FRONT_SHARE;
  const steps = places.map((place, index) => {
    const step = { x: 0, y: 0 };
    for (const [at, other] of places.entries()) {
      if (at === index || Math.abs(place.x - other.x) > farthest || Math.abs(place.y - other.y) > farthest) continue;
      const apart = distance(place, other);
      const missing = 1.15 * wished * pairShare(index, at) - apart;
      if (missing <= 0) continue;
      step.x += (0.25 * missing * (place.x - other.x)) / (apart || 1);
      step.y += (0.25 * missing * (place.y - other.y)) / (apart || 1);
    }
    return step;
  });
  for (const [index, { x, y }] of steps.entries()) {
    const place = places[index];
    if (place) places[index] = { x: place.x + x, y: place.y + y };
  }
}

/** Moves places that are too close to the edge straight away from it. */
function pushInside(crown: Crown, places: Point[], wished: number): void {
  for (const [index, place] of places.entries()) {
    const depth = depthInside(crown, place);
    const missing = EDGE_SHARE * wished * share(index) - depth;
    if (missing <= 0) continue;
    const x = depthInside(crown, { x: place.x + 1, y: place.y }) - depth;
    const y = depthInside(crown, { x: place.x, y: place.y + 1 }) - depth;
    places[index] = { x: place.x + missing * x, y: place.y + missing * y };
  }
}

/** Sizes each slot as wished, or as its neighbors and the crown's edge allow; the first is always the largest. */
function sized(crown: Crown, places: readonly Point[], wished: number): Slot[] {
  const fitting = places.map((place, index) => {
    const besideOthers = places.map((other, at) =>
      at === index ? 1.1 * wished : (OVERLAP * distance(place, other)) / pairShare(index, at),
    );
    return Math.min(share(index) * Math.min(...besideOthers), depthInside(crown, place) / EDGE_FIT);
  });
  const [front = 0] = fitting;
  return places.map((place, index) => {
    const size = fitting[index] ?? front;
    return { ...place, size: index === 0 ? size : Math.min(size, front / LEAST_FRONT_SHARE) };
  });
}

function share(index: number): number {
  return index === 0 ? FRONT_SHARE : 1;
}

function pairShare(index: number, other: number): number {
  return (share(index) + share(other)) / 2;
}

const keptGrounds = new WeakMap<Crown, readonly Point[]>();

/** A grid of points that covers the crown. */
function groundOf(crown: Crown): readonly Point[] {
  const cached = keptGrounds.get(crown);
  if (cached) return cached;
  const { from, to } = boxAround(crown);
  const ground: Point[] = [];
  for (let y = from.y; y < to.y; y += GRID_STEP) {
    for (let x = from.x; x < to.x; x += GRID_STEP) {
      if (depthInside(crown, { x, y }) > 0) ground.push({ x, y });
    }
  }
  keptGrounds.set(crown, ground);
  return ground;
}
