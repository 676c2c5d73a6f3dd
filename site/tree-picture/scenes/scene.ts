import type { Crown } from "../crown.ts";

/** The visible part of the scene, in user units. The tall one contains the whole tree. */
export type Frame = {
  readonly left: number;
  /** 0 if omitted. */
  readonly top?: number;
  readonly width: number;
  readonly height: number;
};

/** The frames that scenes are drawn for. */
export type FrameName = "tall" | "wide";

/** All frames: a story shows more of the wide scene, which goes on above and below the tree. */
export type PictureFrame = FrameName | "story";

export const FRAMES: Record<PictureFrame, Frame> = {
  tall: { left: 0, width: 480, height: 560 },
  // Nine tenths of a share picture's 1200 × 630.
  wide: { left: -300, width: 1080, height: 567 },
  // 1080 × 1920, with room for words above and below the tree.
  story: { left: -78, top: -310, width: 636, height: 1130.7 },
};

export type Hour = "day" | "dusk" | "night";

/** The context a scene is drawn for. */
export type Setting = {
  /** `page` follows the page's color scheme: day on a light page, night on a dark one. */
  readonly hour: Hour | "page";
  readonly frame: FrameName;
  readonly naming: Naming;
};

/** Everything behind the gifts. */
export type Scene = {
  /** Sky, ground and tree, from back to front. */
  readonly markup: string;
  /** The color of the threads, visible against the crown. */
  readonly thread: string;
  readonly crown: Crown;
  /** The colors of the sky above the scene and of the ground below it. */
  readonly beyond: { readonly above: string; readonly below: string };
};

/** Makes `name` an id that is unique to this scene on a page with several pictures. */
export type Naming = (name: string) => string;

/** Classes that the stylesheet animates. A picture with a fixed hour is standalone and has none. */
export function moved({ hour }: Pick<Setting, "hour">, classes: string): string {
  return hour === "page" ? ` class="${classes}"` : "";
}
