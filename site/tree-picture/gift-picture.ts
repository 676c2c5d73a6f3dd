import { GIFT_BOX, giftDrawing, PEN } from "./gift-drawing.ts";
import { parcelDrawing, parcelOf } from "./parcel.ts";
import { attributes, escapeXml } from "./xml.ts";

export type GiftPictureOptions = {
  /** Width and height in CSS pixels; 64 by default. */
  readonly size?: number;
  /** Accessible name; without it the picture is decorative. */
  readonly title?: string;
};

/** One gift of the catalog as a separate `<svg>`. */
export function giftPicture(giftAssetId: string, options: GiftPictureOptions = {}): string {
  return pictureOf(giftDrawing(giftAssetId), options);
}

/** The parcel of a wrapped gift, by the gift's own id, the same as on a tree of wrapped gifts. */
export function wrappedGiftPicture(giftId: string, options: GiftPictureOptions = {}): string {
  return pictureOf(parcelDrawing(parcelOf(giftId)), options);
}

function pictureOf(drawing: string, { size = GIFT_BOX, title }: GiftPictureOptions): string {
  const frame = attributes({
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${GIFT_BOX} ${GIFT_BOX}`,
    width: size,
    height: size,
    role: title ? "img" : undefined,
    "aria-hidden": title ? undefined : "true",
    focusable: "false",
    ...PEN,
  });
  return `<svg${frame}>${title ? `<title>${escapeXml(title)}</title>` : ""}${drawing}</svg>`;
}
