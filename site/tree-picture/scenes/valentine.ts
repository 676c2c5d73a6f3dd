import type { Point } from "../crown.ts";
import { brown, cream } from "../palette.ts";
import { seededRandom } from "../seeded-random.ts";
import { onOneLine, short } from "../xml.ts";
import { blossomPaths, heartCrown, heartPath } from "./heart-crown.ts";
import { type Hour, type Naming, PICTURE, type Scene } from "./scene.ts";
import { cloud, sky } from "./sky.ts";
import { type ValentineTones, valentineHours } from "./valentine-hours.ts";

/** A quiet park: a slender tree that blossoms in hearts, a bench below it and a lamp. */
export function valentineScene(hour: Hour, naming: Naming): Scene {
  const tones = valentineHours[hour];
  const markup =
    sky(hour, tones.sky, moonPlace, naming) +
    cloud(6, 372, 0.8, tones.cloud) +
    cloud(398, 352, 0.7, tones.cloud) +
    onOneLine(park(tones, naming)) +
    onOneLine(blossomingTree(tones));
  return { markup, thread: cream.light, crown: heartCrown };
}

const moonPlace = { x: 240, y: 46, radius: 25 };

function park(tones: ValentineTones, naming: Naming): string {
  return `
    <path d="M0 452Q120 400 260 448T480 426V560H0z" fill="${tones.farHill}"/>
    <path d="M0 506Q240 462 480 506V560H0z" fill="${tones.ground}"/>
    <ellipse cx="246" cy="526" rx="132" ry="14" fill="${tones.groundShade}"/>
    <circle cx="66" cy="424" r="62" fill="url(#${naming("glow")})"/>
    <path d="M66 440v84M54 526h24" stroke="${brown.deep}" stroke-width="6"/>
    <path d="M56 410h20l-4 28H60z" fill="${tones.lamp}" stroke="${brown.deep}" stroke-width="3"/>
    <path d="m50 410 16-14 16 14z" fill="${brown.dark}" stroke="${brown.deep}" stroke-width="3"/>
    <path d="M346 470v56M434 470v56" stroke="${brown.deep}" stroke-width="6"/>
    <path d="M338 472h104M338 486h104" stroke="${brown.base}" stroke-width="9"/><path d="M334 506h112" stroke="${brown.light}" stroke-width="10"/>
    <path d="M338 476h104M338 490h104M334 511h112" stroke="${brown.dark}"/>
    <path d="${fallen}" fill="${tones.blossoms[1]}"/>`;
}

function blossomingTree(tones: ValentineTones): string {
  const blossoms = blossoms4.map((path, tone) => `<path d="${path}" fill="${tones.blossoms[tone]}"/>`).join("");
  return `
    <path d="M232 392c-4 50 6 90-18 136q28 8 58 0c-26-40-16-90-20-136z" fill="${brown.dark}"/>
    <path d="M244 392h8c4 46-6 96 20 136q-14 4-26 4c4-50-4-90-2-140z" fill="${brown.deep}"/>
    <path d="${heartPath({ x: 238, y: 468 }, 9, -4)}" fill="${tones.blossoms[2]}"/>
    <path d="${outline}" fill="${tones.crown}" stroke="${tones.crown}" stroke-width="6"/>${blossoms}`;
}

const blossoms4 = blossomPaths(4);
const outline = `M${heartCrown.outline.map(({ x, y }) => `${short(x)} ${short(y)}`).join(" ")}z`;

/** Blossoms in the air and on the ground. */
const fallen = (() => {
  const random = seededRandom("fallen blossoms");
  const spots: Point[] = Array.from({ length: 34 }, (_, index) => ({
    x: random() * PICTURE.width,
    y: index < 20 ? random() * 440 : 520 + random() * 34,
  }));
  return spots.map((spot) => heartPath(spot, 5 + Math.floor(random() * 4), Math.floor(random() * 9 - 4) * 14)).join("");
})();
