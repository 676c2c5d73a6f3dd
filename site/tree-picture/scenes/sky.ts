import { distance } from "../crown.ts";
import { seededRandom } from "../seeded-random.ts";
import { short } from "../xml.ts";
import { placesAcross } from "./places-across.ts";
import { FRAMES, moved, type Setting, strewnId } from "./scene.ts";

export type SkyTones = { readonly top: string; readonly bottom: string };

/** The free space for the moon, and its size. */
export type MoonPlace = { readonly x: number; readonly y: number; readonly radius: number };

/** The whole background: a soft gradient, with stars and a moon by night. */
export function sky(setting: Setting, { top, bottom }: SkyTones, moonPlace: MoonPlace): string {
  const id = skyId(setting);
  const { left, width, height } = FRAMES[setting.frame];
  const blend =
    `<defs><linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/>` +
    `<stop offset=".85" stop-color="${bottom}"/></linearGradient></defs>`;
  const ground = `<path d="M${left} 0h${width}v${height}h-${width}z" fill="${skyFill(setting)}"/>`;
  return blend + ground + lightsInTheSky(setting, moonPlace);
}

const skyId = ({ naming }: Setting) => naming("sky");

/** The fill of the background, for more of it. */
export const skyFill = (setting: Setting) => `url(#${skyId(setting)})`;

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
  const night = starlight(setting, moonPlace) + moon(moonPlace);
  return setting.hour === "night" ? night : `<g display="var(--by-night,none)">${night}</g>`;
}

function starlight(setting: Setting, moonPlace: MoonPlace): string {
  return setting.look === "night" ? stars(setting, 90) + brightStars(setting, moonPlace) : stars(setting, 46);
}

/** A few stars with four rays, apart from the moon. */
function brightStars(setting: Setting, moonPlace: MoonPlace): string {
  const random = seededRandom("bright stars");
  const rays = placesAcross(random, 9, setting.frame, (across) => {
    const [x, y, reach] = [Math.round(across), Math.round(random() * 250), 7 + Math.floor(random() * 5)];
    if (distance({ x, y }, moonPlace) < 2 * moonPlace.radius) return "";
    const right = `q0 ${reach} ${reach} ${reach}q-${reach} 0-${reach} ${reach}`;
    return `M${x} ${y}${right}q0-${reach}-${reach}-${reach}q${reach} 0 ${reach}-${reach}z`;
  });
  return `<path${moved(setting, "twinkling late")} d="${rays.join("")}" fill="#fff6d8"/>`;
}

function stars(setting: Setting, count: number): string {
  const large = strewnDots(setting, "large stars", count / 3, 260);
  const byNight = setting.hour === "page" ? ' display="var(--by-night,none)"' : "";
  return (
    `<path${strewnId(setting, "stars")}${byNight} d="${strewnDots(setting, "small stars", count, 330)}" stroke="#fff" opacity=".7"/>` +
    `<path${moved(setting, "twinkling later")} d="${large}" stroke="#fff3c9" stroke-width="3.5"/>`
  );
}

function moon({ x, y, radius }: MoonPlace): string {
  return `<path d="M4-34a34 34 0 1 0 32 50A29 29 0 0 1 4-34z" fill="#fff1c4" transform="translate(${x} ${y})scale(${short(radius / 34)})"/>`;
}
