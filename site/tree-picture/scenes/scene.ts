import type { Crown } from "../crown.ts";

/** The part of the scene that a picture shows, in user units. The tree stands whole within the tall one. */
export type Frame = { readonly left: number; readonly width: number; readonly height: number };

export type FrameName = "tall" | "wide";

export const FRAMES: Record<FrameName, Frame> = {
  tall: { left: 0, width: 480, height: 560 },
  // Nine tenths of a share picture's 1200 × 630.
  wide: { left: -300, width: 1080, height: 567 },
};

export type Hour = "day" | "dusk" | "night";

/** What a scene is drawn for. */
export type Setting = {
  /** `page` follows the page's colour scheme: by day on a light page, by night on a dark one. */
  readonly hour: Hour | "page";
  readonly frame: FrameName;
  readonly naming: Naming;
};

/** What stands behind the gifts. */
export type Scene = {
  /** Sky, ground and tree, from back to front. */
  readonly markup: string;
  /** The threads' colour, to be seen against the crown. */
  readonly thread: string;
  readonly crown: Crown;
};

/** `name` as an id that stays this scene's own on a page with several pictures. */
export type Naming = (name: string) => string;

/** Classes by which the stylesheet moves things gently. A picture of a fixed hour stands alone, so it has none. */
export function moved({ hour }: Pick<Setting, "hour">, classes: string): string {
  return hour === "page" ? ` class="${classes}"` : "";
}
