import { anyDayDrawings } from "./gift-drawings/any-day.ts";
import { birthdayDrawings } from "./gift-drawings/birthday.ts";
import { christmasDrawings } from "./gift-drawings/christmas.ts";
import { valentineDrawings } from "./gift-drawings/valentine.ts";
import { onOneLine } from "./xml.ts";

/** Side of the square that every gift is drawn in, in user units. */
export const GIFT_BOX = 64;

/** What a gift's drawing takes for granted; put on an element around it. */
export const PEN = { "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" } as const;

/** The gift's drawing as an SVG fragment in a 64×64 box. An id the catalogue lacks gets the card. */
export function giftDrawing(id: string): string {
  return drawings.get(id) ?? drawings.get("card") ?? "";
}

const drawings = new Map(
  [anyDayDrawings, christmasDrawings, birthdayDrawings, valentineDrawings]
    .flatMap((group) => Object.entries(group))
    .map(([id, markup]) => [id, onOneLine(markup)]),
);
