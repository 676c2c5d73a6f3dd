import { seededRandom } from "../seeded-random.ts";
import { short } from "../xml.ts";
import { type Hour, type Naming, PICTURE } from "./scene.ts";

export type SkyTones = { readonly top: string; readonly bottom: string };

/** Where the scene leaves room for the moon, and how large. */
export type MoonPlace = { readonly x: number; readonly y: number; readonly radius: number };

/** The whole background: a soft blend, with stars and a moon by night. */
export function sky(hour: Hour, { top, bottom }: SkyTones, moonPlace: MoonPlace, naming: Naming): string {
  const id = naming("sky");
  const blend =
    `<defs><linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/>` +
    `<stop offset=".85" stop-color="${bottom}"/></linearGradient></defs>`;
  const night = hour === "night" ? stars(46) + moon(moonPlace) : hour === "dusk" ? stars(14) : "";
  return `${blend}<path d="M0 0h${PICTURE.width}v${PICTURE.height}H0z" fill="url(#${id})"/>${night}`;
}

/** Round dots of one size and tone strewn over the sky down to `lowest`. */
export function strewnDots(seed: string, count: number, lowest: number): string {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    return `M${short(random() * PICTURE.width)} ${short(random() * lowest)}h0`;
  }).join("");
}

/** A cloud some 90 units wide whose flat bottom stands at the point given. */
export function cloud(x: number, y: number, scale: number, fill: string): string {
  return `<path d="M10 0a13 13 0 0 1 2-26 22 22 0 0 1 41-8 17 17 0 0 1 25 12 11 11 0 0 1 2 22z" fill="${fill}" transform="translate(${x} ${y})scale(${scale})"/>`;
}

function stars(count: number): string {
  return (
    `<path d="${strewnDots("small stars", count, 330)}" stroke="#fff" opacity=".7"/>` +
    `<path d="${strewnDots("large stars", count / 3, 260)}" stroke="#fff3c9" stroke-width="3.5"/>`
  );
}

function moon({ x, y, radius }: MoonPlace): string {
  return `<path d="M4-34a34 34 0 1 0 32 50A29 29 0 0 1 4-34z" fill="#fff1c4" transform="translate(${x} ${y})scale(${short(radius / 34)})"/>`;
}
