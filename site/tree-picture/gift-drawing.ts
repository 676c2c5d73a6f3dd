import type { GiftId } from "#contract/gifts";
import { anyDayDrawings } from "./gift-drawings/any-day.ts";
import { birthdayDrawings } from "./gift-drawings/birthday.ts";
import { christmasDrawings } from "./gift-drawings/christmas.ts";
import { valentineDrawings } from "./gift-drawings/valentine.ts";
import { onOneLine } from "./xml.ts";

/** Side of the square that every gift is drawn in, in user units. */
export const GIFT_BOX = 64;

/** Stroke attributes that gift drawings rely on; set on an element around them. */
export const PEN = { "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" } as const;

/** Returns the gift's drawing as an SVG fragment in a 64×64 box. An unknown id gets the card. */
export function giftDrawing(id: string): string {
  return drawings.get(id) ?? drawings.get("card") ?? "";
}

const everyDrawing = { ...anyDayDrawings, ...christmasDrawings, ...birthdayDrawings, ...valentineDrawings };
/** Does not compile while a gift of the catalogue has no drawing: the message names it. */
({}) satisfies Record<Exclude<GiftId, keyof typeof everyDrawing>, "draw it in a file of gift-drawings/">;
const drawings = new Map(Object.entries(everyDrawing).map(([id, markup]) => [id, onOneLine(markup)]));
