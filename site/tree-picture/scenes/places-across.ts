import { FRAMES, type FrameName } from "./scene.ts";

/**
 * Scatters `count` things across the tall frame. A wide frame adds a proportional number to its sides, after the
 * others, so that the middle stays the same.
 */
export function placesAcross<Thing>(
  random: () => number,
  count: number,
  frame: FrameName,
  thingAt: (x: number) => Thing,
): Thing[] {
  const { tall } = FRAMES;
  const { left, width } = FRAMES[frame];
  const atTheSides = Math.round(count * (width / tall.width - 1));
  const beside = () => {
    const along = left + random() * (width - tall.width);
    return along < 0 ? along : along + tall.width;
  };
  return [
    ...Array.from({ length: count }, () => thingAt(random() * tall.width)),
    ...Array.from({ length: atTheSides }, () => thingAt(beside())),
  ];
}
