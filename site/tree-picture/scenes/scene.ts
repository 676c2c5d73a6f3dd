import type { TreeLook } from "#contract/trees";
import type { Crown, Point } from "../crown.ts";

/** The visible part of the scene, in user units. The tall one contains the whole tree. */
export type Frame = {
  readonly left: number;
  /** 0 if omitted. */
  readonly top?: number;
  readonly width: number;
  readonly height: number;
};

/** A frame of pictures that stand alone, with their width in pixels. */
type StandaloneFrame = Frame & { readonly pixels: number };

/** The frames that scenes are drawn for. */
export type FrameName = "tall" | "wide";

/** All frames: a link's picture and a story show more of the wide scene, which goes on around the tree. */
export type PictureFrame = FrameName | "link" | "story";

export const FRAMES: { tall: Frame; wide: StandaloneFrame; link: StandaloneFrame; story: StandaloneFrame } = {
  tall: { left: 0, width: 480, height: 560 },
  // Nine tenths of 1200 × 630.
  wide: { left: -300, width: 1080, height: 567, pixels: 1200 },
  // 1200 × 630, with air above the tree and room below it for its name and an invitation.
  link: { left: -420, top: -19, width: 1320, height: 693, pixels: 1200 },
  // 1080 × 1920, with room for words above and below the tree.
  story: { left: -129, top: -334, width: 738, height: 1312, pixels: 1080 },
};

export type Hour = "day" | "dusk" | "night";

/** The context a scene is drawn for. */
export type Setting = {
  /** What its owner chose; the hour suits it: `night` is at night, `white` by day. */
  readonly look: TreeLook;
  /** `page` follows the page's color scheme: day on a light page, night on a dark one. */
  readonly hour: Hour | "page";
  /** Whether the stylesheet of a page moves it; otherwise the picture is standalone. */
  readonly isOnPage: boolean;
  readonly frame: FrameName;
  readonly naming: Naming;
};

/** What hangs on a tree in its last week: seven lights, where six are lanterns if the last one is `star`. */
export type Lanterns = {
  readonly places: readonly Point[];
  /** The outline of a lantern whose thread ends at 0, 0, as path data. */
  readonly body: string;
  /** Drawn on the eve, instead of a seventh lantern. */
  readonly star?: string;
};

/** Everything behind the gifts. */
export type Scene = {
  /** Sky, ground and tree, from back to front. */
  readonly markup: string;
  /** The color of the threads, visible against the crown. */
  readonly thread: string;
  readonly crown: Crown;
  readonly lanterns: Lanterns;
  /**
   * The fills of the sky above the scene and beside it, and of the ground below it, and the ids of what is strewn over the
   * sky, which goes on there.
   */
  readonly beyond: {
    readonly above: string;
    readonly beside: string;
    readonly below: string;
    readonly strewn?: readonly string[];
  };
};

/** Makes `name` an id that is unique to this scene on a page with several pictures. */
type Naming = (name: string) => string;

/** How far down things are strewn over the sky. */
export const STREWN_HEIGHT = 440;

/** The id of something strewn over the sky that stays where it is. */
export const strewnId = ({ naming }: Pick<Setting, "naming">, name: string): string => ` id="${naming(name)}"`;

/** Classes that the stylesheet animates. A standalone picture has none. */
export function moved({ isOnPage }: Pick<Setting, "isOnPage">, classes: string): string {
  return isOnPage ? ` class="${classes}"` : "";
}

const WHITE = "#ffffff";

/** A tree alone on white, with a hint of ground: its soft shadow in the tone of what it stands on. */
export function onWhite(tree: string, shadow: string, { frame }: Setting): Pick<Scene, "markup" | "beyond"> {
  const { left, width, height } = FRAMES[frame];
  const background = `<path d="M${left} 0h${width}v${height}h-${width}z" fill="${WHITE}"/>`;
  const ground =
    `<ellipse cx="246" cy="526" rx="150" ry="14" fill="${shadow}" opacity=".35"/>` +
    `<ellipse cx="246" cy="526" rx="96" ry="9" fill="${shadow}" opacity=".6"/>`;
  return { markup: background + ground + tree, beyond: { above: WHITE, beside: WHITE, below: WHITE } };
}
