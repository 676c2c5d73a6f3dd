import { type Look, lookOf, type PictureGift } from "./gift-definitions.ts";
import { GIFT_BOX } from "./gift-drawing.ts";
import { type PlacedGift, placeGifts } from "./placement.ts";
import { moved, type Scene, type Setting } from "./scenes/scene.ts";
import { attributes, escapeXml, short } from "./xml.ts";

export type HangingOptions = {
  /** Draws parcels instead of gifts, for all or for those selected. */
  readonly wrapped?: boolean | ((gift: PictureGift) => boolean);
  /** Refers to the gifts' drawings in `/gifts.svg` instead of holding them: for pages, not for pictures that stand alone. */
  readonly usesSprite?: boolean;
  /** The link target of a gift; it turns the gift into a link. */
  readonly linkTo?: (gift: PictureGift) => string | undefined;
  /** Whether only the newest of the links is a tab stop; a script moves among the others. */
  readonly isOneTabStop?: boolean;
  /** Id of the gift that was just added. On a page it drops and swings once. */
  readonly justHung?: string | null;
  /** Whether that gift flies to its place as a parcel, on a page that moves. */
  readonly fliesIn?: boolean;
  /** Draws only the gifts, without ids, to lay over the picture of the same tree without gifts. */
  readonly isOverlay?: boolean;
  /** Id of a gift that is not on the tree yet: translucent, in a dashed ring. */
  readonly preview?: string;
};

/** The look of each gift, in the given order. */
export function looksOf(
  gifts: readonly PictureGift[],
  { wrapped = false, usesSprite = false }: HangingOptions,
): readonly Look[] {
  return gifts.map((gift) => lookOf(gift, typeof wrapped === "function" ? wrapped(gift) : wrapped, usesSprite));
}

/**
 * Draws the gifts in their places. They are given newest first and drawn newest last, so that nothing covers the
 * newest.
 */
export function drawHungGifts(
  gifts: readonly PictureGift[],
  looks: readonly Look[],
  { crown }: Scene,
  setting: Setting,
  { linkTo, isOneTabStop = false, justHung, fliesIn = false, isOverlay = false, preview }: HangingOptions,
): string {
  const addresses = gifts.map((gift) => linkTo?.(gift));
  const first = addresses.findIndex((address) => address !== undefined);
  const places = placeGifts(
    crown,
    gifts.map(({ id }) => id),
  );
  const drawn = gifts.map((gift, index) => {
    // The page animates the inner element: CSS on the group itself would override its transform attribute.
    const use = `<use href="#${setting.naming(looks[index]?.name ?? "")}"`;
    const isPreview = gift.id === preview;
    const drawn = isPreview ? `${RING}${use} opacity=".6"/>` : `${use}/>${index === 0 ? sparkles(setting) : ""}`;
    const parcel = fliesIn && gift.id === justHung ? `<use class="parcel" href="#${setting.naming(PARCEL)}"/>` : "";
    const name = isOverlay ? "" : ` data-gift="${escapeXml(gift.id)}"`;
    const group = hungGift(gift, name, places[index], drawn + parcel, setting, gift.id === justHung);
    const href = addresses[index];
    const tabindex = isOneTabStop && index !== first ? -1 : undefined;
    return href === undefined ? group : `<a${attributes({ href, tabindex })}>${group}</a>`;
  });
  return drawn.reverse().join("");
}

/** The parcel in which a gift flies in. */
export const PARCEL = "flying";

function hungGift(
  { label }: PictureGift,
  name: string,
  place: PlacedGift | undefined,
  drawn: string,
  setting: Setting,
  isJustHung: boolean,
): string {
  if (!place) return "";
  const scale = place.size / GIFT_BOX;
  const half = GIFT_BOX / 2;
  const className = setting.isOnPage && isJustHung ? ' class="just-hung"' : "";
  const role = label ? ' role="img"' : "";
  const transform =
    `translate(${short(place.x)} ${short(place.y)})rotate(${short(place.tilt)})` +
    `scale(${scale.toFixed(2)})translate(-${half} -${half})`;
  const title = label ? `<title>${escapeXml(label)}</title>` : "";
  return `<g${name}${className}${role} transform="${transform}">${title}${drawn}</g>`;
}

const RING =
  `<circle cx="32" cy="32" r="38" fill="#fffdf9" fill-opacity=".55" stroke="#3a2230" stroke-width="2.5"` +
  ` stroke-dasharray="7 6"/>`;

const sparkles = (setting: Setting) =>
  `<path${moved(setting, "shimmering")} d="M60 2q1 6 7 7-6 1-7 7-1-6-7-7 6-1 7-7zM1 10q1 4 5 5-4 1-5 5-1-4-5-5 4-1 5-5zM65 48q1 3 4 4-3 1-4 4-1-3-4-4 3-1 4-4z"` +
  ` fill="#fff6cf" stroke="#e89a27" stroke-width="1"/>`;
