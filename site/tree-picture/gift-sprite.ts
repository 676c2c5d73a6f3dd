import { createHash } from "node:crypto";
import { GIFT_IDS } from "#contract/gifts";
import { GIFT_BOX, giftDrawing, PEN } from "./gift-drawing.ts";
import { attributes } from "./xml.ts";

const symbols = GIFT_IDS.map(
  (id) =>
    `<symbol id="${id}" viewBox="0 0 ${GIFT_BOX} ${GIFT_BOX}"><g${attributes(PEN)}>${giftDrawing(id)}</g></symbol>`,
);

/** Every gift's drawing in one file, so that a page that shows many of them carries none. */
export const giftSprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;

const version = createHash("sha256").update(giftSprite).digest("base64url").slice(0, 10);

/** Where a page finds one gift's drawing; the address changes when any drawing does. */
export const giftInSprite = (id: string) => `/gifts.svg?v=${version}#${GIFT_IDS.includes(id) ? id : "card"}`;
