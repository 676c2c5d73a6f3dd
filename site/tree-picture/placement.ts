import { boxAround, type Crown, distance, type Point } from "./crown.ts";
import { crownSlots, type Slot } from "./crown-slots.ts";
import { seededRandom } from "./seeded-random.ts";

/** A gift's place on the tree, and its tilt in degrees. */
export type PlacedGift = Slot & { readonly tilt: number };

const LARGEST_TILT = 7;

/**
 * Returns a place for each gift, in the given order, newest first. The newest gets the front; every other gift stays in
 * its own area of the tree, derived from its id, so that it does not move far when others are added.
 */
export function placeGifts(crown: Crown, ids: readonly string[]): readonly PlacedGift[] {
  const [front, ...free] = crownSlots(crown, ids.length);
  const { from, to } = boxAround(crown);
  const places = new Map<number, PlacedGift>();
  // The oldest choose first, so that new gifts do not displace them.
  for (let index = ids.length - 1; index >= 0; index--) {
    const random = seededRandom(ids[index] ?? "");
    const liked = { x: from.x + random() * (to.x - from.x), y: from.y + random() * (to.y - from.y) };
    const slot = index === 0 ? front : takeNearest(free, liked);
    if (slot) places.set(index, { ...slot, tilt: (random() * 2 - 1) * LARGEST_TILT });
  }
  return ids.flatMap((_, index) => places.get(index) ?? []);
}

/** A loop instead of a list of distances: it runs for each gift of each page. */
function takeNearest(free: Slot[], liked: Point): Slot | undefined {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < free.length; i += 1) {
    const slot = free[i];
    const far = slot ? distance(slot, liked) : least;
    if (far < least) [nearest, least] = [i, far];
  }
  return free.splice(nearest, 1)[0];
}
