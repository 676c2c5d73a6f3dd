import { findGift } from "#contract/gifts";
import { GIFT_BOX, giftDrawing } from "./gift-drawing.ts";
import { giftInSprite, parcelInSprite } from "./gift-sprite.ts";
import { ink } from "./palette.ts";
import { parcelDrawing, parcelOf } from "./parcel.ts";
import type { Scene, Setting } from "./scenes/scene.ts";
import { short } from "./xml.ts";

/** A gift to draw. `label` is its accessible name and its tooltip. */
export type PictureGift = { readonly id: string; readonly giftAssetId: string; readonly label?: string };

/** How a gift is drawn: the name of its definition, and its drawing. */
export type Look = { readonly name: string; readonly draw: () => string };

/** Above this number the lights behind the gifts are dimmed, or they would blur into a haze. */
const MANY = 20;

/**
 * A gift's own drawing, whole or as a reference to the sprite, or a parcel if it is wrapped, which reveals nothing about
 * the content.
 */
export function lookOf({ id, giftAssetId }: PictureGift, isWrapped: boolean, usesSprite: boolean): Look {
  const parcel = parcelOf(id);
  const parcelDrawn = () => (usesSprite ? drawnInSprite(parcelInSprite(parcel)) : parcelDrawing(parcel));
  if (isWrapped) return { name: `parcel-${parcel}`, draw: parcelDrawn };
  const name = findGift(giftAssetId)?.id ?? "card";
  return { name, draw: () => (usesSprite ? drawnInSprite(giftInSprite(name)) : giftDrawing(name)) };
}

const drawnInSprite = (address: string) => `<use href="${address}" width="${GIFT_BOX}" height="${GIFT_BOX}"/>`;

/** The glow behind the gifts, and each look once for `<use>`. */
export function giftDefinitions(looks: readonly Look[], scene: Scene, setting: Setting, haveRings: boolean): string {
  const { naming } = setting;
  const drawings = [...new Map(looks.map((look) => [look.name, look])).values()].map(
    ({ name, draw }) => `<g id="${naming(name)}"><use href="#${naming("hook")}"/>${draw()}</g>`,
  );
  const hook = glowing(naming("glow")) + (haveRings ? ring : "") + thread(scene);
  const shared = looks.length === 0 ? "" : `<g id="${naming("hook")}" fill="none">${hook}</g>`;
  return glow(naming("glow"), looks.length) + shared + drawings.join("");
}

function glow(id: string, giftCount: number): string {
  // A curved falloff; a linear one would show its rim by night.
  const stops = (giftCount > MANY ? [0.4, 0.2, 0.06, 0] : [0.65, 0.3, 0.08, 0]).map(
    (opacity, index) => `<stop offset="${short(0.3 + index / 4.3)}" stop-color="#ffefbf" stop-opacity="${opacity}"/>`,
  );
  return `<radialGradient id="${id}">${stops.join("")}</radialGradient>`;
}

function glowing(glowId: string): string {
  return `<circle cx="32" cy="34" r="38" fill="url(#${glowId})"/>`;
}

/** With a dark edge, to be visible against snow and blossoms. */
function thread({ thread }: Scene): string {
  const path = "M32-7v20M32-7h0";
  return `<path d="${path}" stroke="${ink}" stroke-width="4" opacity=".3"/><path d="${path}" stroke="${thread}"/>`;
}

const ringCircle = (color: string, width: number) =>
  `<circle cx="32" cy="33" r="38" stroke="var(--${color},none)" stroke-width="${width}" vector-effect="non-scaling-stroke"/>`;

/** Invisible until the stylesheet colors it for the focused gift: variables reach into `<use>`, selectors do not. */
const ring = ringCircle("ring-edge", 6) + ringCircle("ring", 3);
