import type { Crown } from "../crown.ts";

/** Every picture's width and height in user units. */
export const PICTURE = { width: 480, height: 560 } as const;

export type Hour = "day" | "dusk" | "night";

/** What stands still behind the gifts. */
export type Scene = {
  /** Sky, ground and tree, from back to front. */
  readonly markup: string;
  /** The threads' colour, to be seen against the crown. */
  readonly thread: string;
  readonly crown: Crown;
};

/** `name` as an id that stays this scene's own on a page with several pictures. */
export type Naming = (name: string) => string;
