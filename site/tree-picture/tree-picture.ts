import { findGift } from "#contract/gifts";
import type { TreeType } from "#contract/trees";
import { GIFT_BOX, giftDrawing, PEN } from "./gift-drawing.ts";
import { type HungGift, hangGifts } from "./placement.ts";
import { birthdayScene } from "./scenes/birthday.ts";
import { christmasScene } from "./scenes/christmas.ts";
import { type Hour, type Naming, PICTURE, type Scene } from "./scenes/scene.ts";
import { valentineScene } from "./scenes/valentine.ts";
import { attributes, escapeXml, short } from "./xml.ts";

/** Gifts drawn at most; the caller turns the pages. */
export const GIFTS_DRAWN_AT_MOST = 60;

/** Above this the lights behind the gifts are dimmed, or they would melt into a mist. */
const MANY = 20;

/** A gift to hang. `label` is read out and shown on hovering. */
export type PictureGift = { readonly id: string; readonly giftAssetId: string; readonly label?: string };

export type TreePictureOptions = {
  /** The sky's hour; without it a light page has day and a dark page night. */
  readonly hour?: Hour;
  /** The page around the picture; light when left out. */
  readonly scheme?: "light" | "dark";
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
    scheme = "light",
    hour = scheme === "dark" ? "night" : "day",
    label,
    width,
    idPrefix = "tree",
  }: TreePictureOptions = {},
): string {
  const naming: Naming = (name) => `${idPrefix.replace(/[^\w-]/g, "")}-${name}`;
  const shown = gifts.slice(0, GIFTS_DRAWN_AT_MOST);
  const scene = scenes[tree.type](hour, naming);
  const places = hangGifts(
    scene.crown,
    shown.map(({ id }) => id),
  );
  const hung = shown.map((gift, index) => hungGift(gift, places[index], index === 0, naming));
  const frame = attributes({
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${PICTURE.width} ${PICTURE.height}`,
    width,
    height: width && Math.round((width * PICTURE.height) / PICTURE.width),
    role: label ? "group" : undefined,
    "aria-label": label,
    focusable: "false",
    ...PEN,
  });
  // The newest comes last, so that nothing covers it.
  return `<svg${frame}>${definitions(shown, scene, naming)}${scene.markup}${hung.reverse().join("")}</svg>`;
}

const scenes: Record<TreeType, (hour: Hour, naming: Naming) => Scene> = {
  christmas: christmasScene,
  birthday: birthdayScene,
  valentine: valentineScene,
};

function definitions(gifts: readonly PictureGift[], { thread }: Scene, naming: Naming): string {
  const glow = naming("glow");
  const light = (offset: number, opacity: number) =>
    `<stop offset="${offset}" stop-color="#fff6d8" stop-opacity="${opacity}"/>`;
  const drawings = [...new Set(gifts.map(drawnId))].map(
    (id) =>
      `<g id="${naming(id)}"><circle cx="32" cy="34" r="38" fill="url(#${glow})"/>` +
      `<path d="M32-7v20M32-7h0" stroke="${thread}"/>${giftDrawing(id)}</g>`,
  );
  return `<defs><radialGradient id="${glow}">${light(0.3, gifts.length > MANY ? 0.45 : 0.7)}${light(1, 0)}</radialGradient>${drawings.join("")}</defs>`;
}

function drawnId({ giftAssetId }: PictureGift): string {
  return findGift(giftAssetId)?.id ?? "card";
}

function hungGift(gift: PictureGift, place: HungGift | undefined, isNewest: boolean, naming: Naming): string {
  if (!place) return "";
  const scale = place.size / GIFT_BOX;
  const half = GIFT_BOX / 2;
  const transform =
    `translate(${short(place.x)} ${short(place.y)})rotate(${short(place.tilt)})` +
    `scale(${scale.toFixed(2)})translate(-${half} -${half})`;
  const open = attributes({ "data-gift": gift.id, role: gift.label ? "img" : undefined, transform });
  const title = gift.label ? `<title>${escapeXml(gift.label)}</title>` : "";
  return `<g${open}>${title}<use href="#${naming(drawnId(gift))}"/>${isNewest ? sparkles : ""}</g>`;
}

const sparkles =
  `<path d="M60 2q1 6 7 7-6 1-7 7-1-6-7-7 6-1 7-7zM1 10q1 4 5 5-4 1-5 5-1-4-5-5 4-1 5-5zM65 48q1 3 4 4-3 1-4 4-1-3-4-4 3-1 4-4z"` +
  ` fill="#fff6cf" stroke="#e89a27" stroke-width="1"/>`;
