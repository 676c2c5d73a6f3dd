import type { TreeType } from "#contract/trees";
import { drawHungGifts, type HangingOptions, looksOf, type PictureGift } from "./draw-hung-gifts.ts";
import { giftDefinitions } from "./gift-definitions.ts";
import { PEN } from "./gift-drawing.ts";
import { birthdayScene } from "./scenes/birthday.ts";
import { christmasScene } from "./scenes/christmas.ts";
import { FRAMES, type FrameName, type Scene, type Setting } from "./scenes/scene.ts";
import { valentineScene } from "./scenes/valentine.ts";
import { attributes } from "./xml.ts";

export type { PictureGift } from "./draw-hung-gifts.ts";

/** Gifts drawn at most; the caller turns the pages. */
export const GIFTS_DRAWN_AT_MOST = 60;

/** Width in pixels of a wide picture whose caller names none: that of a share picture. */
const SHARE_WIDTH = 1200;

export type TreePictureOptions = HangingOptions & {
  /**
   * `page`, the usual: day on a light page and night on a dark one, moved gently, by `styles/tree-picture.css`.
   * With a fixed hour, the usual for a wide frame, the picture needs no stylesheet.
   */
  readonly hour?: Setting["hour"];
  /** `wide` is 1200 × 630, for share pictures; otherwise 480 × 560. */
  readonly frame?: FrameName;
  /** Names the whole picture and makes it a group for those who do not see it. */
  readonly label?: string;
  /** CSS pixels; the height follows. Without it the page decides. */
  readonly width?: number;
  /** Begins every id inside; must differ between pictures of one page. */
  readonly idPrefix?: string;
};

/** The tree with its gifts, newest first, as one `<svg>`. The same input gives the same bytes. */
export function treePicture(
  tree: { readonly type: TreeType },
  gifts: readonly PictureGift[],
  {
    frame = "tall",
    hour = frame === "wide" ? "day" : "page",
    label,
    width = frame === "wide" ? SHARE_WIDTH : undefined,
    idPrefix = "tree",
    ...hanging
  }: TreePictureOptions = {},
): string {
  const prefix = idPrefix.replace(/[^\w-]/g, "");
  const setting: Setting = { hour, frame, naming: (name) => `${prefix}-${name}` };
  const scene = sceneOf(tree.type, prefix, setting);
  const shown = gifts.slice(0, GIFTS_DRAWN_AT_MOST);
  const view = FRAMES[frame];
  const open = attributes({
    xmlns: "http://www.w3.org/2000/svg",
    class: hour === "page" ? "tree-picture" : undefined,
    viewBox: `${view.left} 0 ${view.width} ${view.height}`,
    width,
    height: width && Math.round((width * view.height) / view.width),
    role: label ? "group" : undefined,
    "aria-label": label,
    focusable: "false",
    ...PEN,
  });
  const looks = looksOf(shown, hanging);
  const haveRings = hour === "page" && hanging.linkTo !== undefined;
  const definitions = `<defs>${giftDefinitions(looks, scene, setting, haveRings)}</defs>`;
  return `<svg${open}>${definitions}${scene.markup}${drawHungGifts(shown, looks, scene, setting, hanging)}</svg>`;
}

/** Drawn once for each kind of picture, of which there are a few dozen: without its gifts a scene is always the same. */
function sceneOf(type: TreeType, prefix: string, setting: Setting): Scene {
  const key = `${type} ${setting.hour} ${setting.frame} ${prefix}`;
  const drawn = drawnScenes.get(key) ?? scenes[type](setting);
  drawnScenes.set(key, drawn);
  return drawn;
}

const drawnScenes = new Map<string, Scene>();

const scenes: Record<TreeType, (setting: Setting) => Scene> = {
  christmas: christmasScene,
  birthday: birthdayScene,
  valentine: valentineScene,
};
