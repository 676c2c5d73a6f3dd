import { createHash } from "node:crypto";
import { findGift, GIFT_IDS } from "#contract/gifts";
import { GIFT_BOX, giftDrawing, PEN } from "./gift-drawing.ts";
import { PARCELS } from "./parcel.ts";
import { attributes } from "./xml.ts";

/** What drawings of gifts are drawn in. */
export const GIFT_VIEW_BOX = `0 0 ${GIFT_BOX} ${GIFT_BOX}`;

/** One gift's drawing, for a page that has too few to load the sprite. */
export const penned = (drawing: string) => `<g${attributes(PEN)}>${drawing}</g>`;

const symbol = (id: string, drawing: string) =>
  `<symbol id="${id}" viewBox="${GIFT_VIEW_BOX}">${penned(drawing)}</symbol>`;
const symbols = [
  ...GIFT_IDS.map((id) => symbol(id, giftDrawing(id))),
  ...PARCELS.map((drawing, parcel) => symbol(`parcel-${parcel}`, drawing)),
];

/** All drawings of gifts and parcels in one file, so that a page with many of them contains none. */
export const giftSprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;

/** It changes when any drawing changes. Short: a page has it once for each gift. */
export const SPRITE_VERSION = createHash("sha256").update(giftSprite).digest("base64url").slice(0, 5);

/** The address of one gift's drawing in the sprite. */
export const giftInSprite = (id: string) => `/gifts.svg?v=${SPRITE_VERSION}#${findGift(id)?.id ?? "card"}`;

/** The address of a parcel in the sprite. */
export const parcelInSprite = (parcel: number) => `/gifts.svg?v=${SPRITE_VERSION}#parcel-${parcel}`;
