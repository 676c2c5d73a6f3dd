import { GIFT_BOX, giftDrawing, PEN } from "./gift-drawing.ts";
import { attributes, escapeXml } from "./xml.ts";

export type GiftPictureOptions = {
  /** Width and height in CSS pixels; 64 when left out. */
  readonly size?: number;
  /** Name read out for the picture; without it the picture is mere decoration. */
  readonly title?: string;
};

/** One gift as an `<svg>` of its own. */
export function giftPicture(id: string, { size = GIFT_BOX, title }: GiftPictureOptions = {}): string {
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
  return `<svg${frame}>${title ? `<title>${escapeXml(title)}</title>` : ""}${giftDrawing(id)}</svg>`;
}
