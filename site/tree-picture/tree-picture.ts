import type { TreeLook, TreeType } from "#contract/trees";
import { drawHungGifts, type HangingOptions, looksOf, PARCEL } from "./draw-hung-gifts.ts";
import { giftDefinitions, type PictureGift } from "./gift-definitions.ts";
import { PEN } from "./gift-drawing.ts";
import { parcelDrawing, parcelOf } from "./parcel.ts";
import { birthdayScene } from "./scenes/birthday.ts";
import { christmasScene } from "./scenes/christmas.ts";
import { COUNTED_DAYS, lanterns } from "./scenes/lanterns.ts";
import { FRAMES, type Hour, type PictureFrame, type Scene, type Setting, STREWN_HEIGHT } from "./scenes/scene.ts";
import { valentineScene } from "./scenes/valentine.ts";
import { attributes } from "./xml.ts";

export type { PictureGift };

/** What of a tree decides its picture, besides its gifts. */
export type PictureTree = { readonly type: TreeType; readonly look?: TreeLook };

/** The most gifts drawn in one picture; the caller paginates. */
export const GIFTS_DRAWN_AT_MOST = 60;

/** How far a scene without bounds goes on, in user units. */
const FAR = 3000;

export type TreePictureOptions = HangingOptions & {
  /**
   * `page`, the default: day on a light page and night on a dark one, animated gently by `styles/tree-picture.css`.
   * `evening`: as on a page, at dusk on any, with every lantern lit, for the day of gifts. With a fixed hour, the default for a wide frame, the
   * picture needs no stylesheet. A look other than `classic` has an hour of its own; then this decides only whether the
   * picture is animated.
   */
  readonly hour?: Setting["hour"] | "evening";
  /** `wide` and, with air around the tree, `link` are 1200 × 630, and `story` 1080 × 1920; otherwise 480 × 560. */
  readonly frame?: PictureFrame;
  /**
   * Whether the scene goes on around the box, which holds the tree, as far as the page lets it: for a page that is one
   * picture. `plain`: without what stands beside the tree, for a page that has much else to load.
   */
  readonly isBoundless?: boolean | "plain";
  /** How many lights of its last week are lit (`countdown.ts`). */
  readonly lit?: number | undefined;
  /** Accessible name of the whole picture; makes it a group. */
  readonly label?: string;
  /** CSS pixels; the height follows. By default the page decides. */
  readonly width?: number;
  /** Prefix of every id inside; must differ between pictures on one page. */
  readonly idPrefix?: string;
};

/** Draws the tree with its gifts, newest first, as one `<svg>`. The same input gives the same bytes. */
export function treePicture(
  { type, look = "classic" }: PictureTree,
  gifts: readonly PictureGift[],
  {
    frame = "tall",
    isBoundless = frame === "link" || frame === "story",
    hour = frame === "wide" ? "day" : "page",
    lit = 0,
    label,
    width = frame === "tall" ? undefined : FRAMES[frame].pixels,
    idPrefix = "tree",
    ...hanging
  }: TreePictureOptions = {},
): string {
  const prefix = idPrefix.replace(/[^\w-]/g, "");
  const isOnPage = hour === "page" || hour === "evening";
  const setting: Setting = {
    look,
    hour: OWN_HOURS[look] ?? (hour === "evening" ? "dusk" : hour),
    isOnPage,
    frame: isBoundless === true || frame !== "tall" ? "wide" : "tall",
    naming: (name) => `${prefix}-${name}`,
  };
  const scene = sceneOf(type, prefix, setting);
  const shown = gifts.slice(0, GIFTS_DRAWN_AT_MOST);
  const view = FRAMES[frame];
  const open = attributes({
    xmlns: "http://www.w3.org/2000/svg",
    id: setting.naming("picture"),
    class: isOnPage ? "tree-picture" : undefined,
    viewBox: `${view.left} ${view.top ?? 0} ${view.width} ${view.height}`,
    width,
    height: width && Math.round((width * view.height) / view.width),
    role: label ? "group" : undefined,
    "aria-label": label,
    focusable: "false",
    ...PEN,
  });
  const looks = looksOf(shown, hanging);
  const flying = hanging.fliesIn && hanging.justHung ? parcelDrawing(parcelOf(hanging.justHung)) : "";
  const parcel = flying && `<g id="${setting.naming(PARCEL)}">${flying}</g>`;
  const haveRings = isOnPage && hanging.linkTo !== undefined;
  const definitions = `<defs>${giftDefinitions(looks, scene, setting, haveRings)}${parcel}</defs>`;
  const background = isBoundless ? withoutBounds(scene, setting) : scene.markup;
  const lights = hanging.isOverlay ? "" : lanterns(scene.lanterns, hour === "evening" ? COUNTED_DAYS : lit, setting);
  const hung = drawHungGifts(shown, looks, scene, setting, hanging);
  return `<svg${open}>${definitions}${hanging.isOverlay ? "" : background}${lights}${hung}</svg>`;
}

/** The scene with sky and ground that go on in every direction, and what is strewn over the sky around it. */
function withoutBounds({ markup, beyond: { above, beside, below, strewn = [] } }: Scene, setting: Setting): string {
  const band = (y: number, height: number, fill: string) =>
    `<path d="M-${FAR} ${y}h${2 * FAR}v${height}h-${2 * FAR}z" fill="${fill}"/>`;
  const { height } = FRAMES.wide;
  const { width } = FRAMES[setting.frame];
  const all = setting.naming("strewn");
  const sky = band(-FAR, FAR + 1, above) + band(0, height, beside);
  const around = PLACES_AROUND.map(
    ([across, up]) => `<use href="#${all}" x="${across * width}" y="${0 - up * STREWN_HEIGHT}"/>`,
  );
  const once = strewn.map((id) => `<use href="#${id}"/>`).join("");
  const strewnAround = once && `<defs><g id="${all}">${once}</g></defs>${around.join("")}`;
  return sky + strewnAround + markup + band(height - 1, FAR, below);
}

/** Beside the scene and above it, in frames. */
const PLACES_AROUND = [0, 1, 2]
  .flatMap((up) => [-1, 0, 1].map((across) => [across, up] as const))
  .filter(([across, up]) => across !== 0 || up !== 0);

/** The hour of each look that does not take that of the page or the caller. */
const OWN_HOURS: Partial<Record<TreeLook, Hour>> = { night: "night", white: "day" };

/** Cached for each kind of picture, of which there are a few dozen: without its gifts a scene never changes. */
function sceneOf(type: TreeType, prefix: string, setting: Setting): Scene {
  const key = [type, setting.look, setting.hour, setting.isOnPage, setting.frame, prefix].join(" ");
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
