import { seededRandom } from "../seeded-random.ts";
import { short } from "../xml.ts";
import { placesAcross } from "./places-across.ts";
import { FRAMES, moved, type Setting } from "./scene.ts";

export type SkyTones = { readonly top: string; readonly bottom: string };

/** The free space for the moon, and its size. */
export type MoonPlace = { readonly x: number; readonly y: number; readonly radius: number };

/** The whole background: a soft gradient, with stars and a moon by night. */
export function sky(setting: Setting, { top, bottom }: SkyTones, moonPlace: MoonPlace): string {
  const id = setting.naming("sky");
  const { left, width, height } = FRAMES[setting.frame];
  const blend =
    `<defs><linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/>` +
    `<stop offset=".85" stop-color="${bottom}"/></linearGradient></defs>`;
  const ground = `<path d="M${left} 0h${width}v${height}h-${width}z" fill="url(#${id})"/>`;
  return blend + ground + lightsInTheSky(setting, moonPlace);
}

/** Round dots of one size and tone, scattered over the sky down to `lowest`. */
export function strewnDots({ frame }: Setting, seed: string, count: number, lowest: number): string {
  const random = seededRandom(seed);
  return placesAcross(random, count, frame, (x) => `M${Math.round(x)} ${Math.round(random() * lowest)}h0`).join("");
}

/** A cloud about 90 units wide whose flat bottom is at the given point. */
export function cloud(setting: Setting, x: number, y: number, scale: number, fill: string): string {
  const place = `translate(${x} ${y})scale(${scale})`;
  return `<g${moved(setting, x < 200 ? "floating" : "floating late")}><path d="M10 0a13 13 0 0 1 2-26 22 22 0 0 1 41-8 17 17 0 0 1 25 12 11 11 0 0 1 2 22z" fill="${fill}" transform="${place}"/></g>`;
}

function lightsInTheSky(setting: Setting, moonPlace: MoonPlace): string {
  if (setting.hour === "day") return "";
  if (setting.hour === "dusk") return stars(setting, 14);
  const night = stars(setting, 46) + moon(moonPlace);
  return setting.hour === "night" ? night : `<g display="var(--by-night,none)">${night}</g>`;
}

function stars(setting: Setting, count: number): string {
  const large = strewnDots(setting, "large stars", count / 3, 260);
  return (
    `<path d="${strewnDots(setting, "small stars", count, 330)}" stroke="#fff" opacity=".7"/>` +
    `<path${moved(setting, "twinkling later")} d="${large}" stroke="#fff3c9" stroke-width="3.5"/>`
  );
}

function moon({ x, y, radius }: MoonPlace): string {
  return `<path d="M4-34a34 34 0 1 0 32 50A29 29 0 0 1 4-34z" fill="#fff1c4" transform="translate(${x} ${y})scale(${short(radius / 34)})"/>`;
}
