import { FRAMES, type FrameName } from "./scene.ts";

/**
 * `count` things strewn across the tall frame; a wide frame adds as many to its sides as their width asks for, after
 * the others, so that the middle stays the same picture.
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
