import { blue, brown, gold, pink, red } from "../palette.ts";
import { onOneLine } from "../xml.ts";
import { type ChristmasTones, christmasHours } from "./christmas-hours.ts";
import { christmasSides, littleFirs } from "./christmas-sides.ts";
import {
  firCrown,
  firTiers,
  firTips,
  type Tier,
  tierGarland,
  tierNeedles,
  tierOutline,
  tierShade,
  tierSnow,
} from "./fir.ts";
import { onBothSides } from "./lanterns.ts";
import { glow } from "./lights.ts";
import { type Lanterns, moved, onWhite, type Scene, type Setting, STREWN_HEIGHT, strewnId } from "./scene.ts";
import { sky, skyFill, strewnDots } from "./sky.ts";
import { tonesAt } from "./tones-at.ts";

/** A snowy hill with a cottage, and the layered fir with garlands, lights and a star. */
export function christmasScene(setting: Setting): Scene {
  const atTheHour = tonesAt("fir", christmasHours, setting.hour);
  const tones = setting.look === "white" ? { ...atTheHour, snow: SNOW_ON_WHITE } : atTheHour;
  const tree = firTiers.map((tier) => drawnTier(tier, tones, setting)).join("") + onOneLine(topStar(setting));
  const hanging = { thread: gold.base, crown: firCrown, lanterns: firLanterns };
  if (setting.look === "white") return { ...hanging, ...onWhite(onOneLine(trunk) + tree, tones.snowShade, setting) };
  const markup =
    sky(setting, tones.sky, { x: 70, y: 84, radius: 34 }) +
    onOneLine(land(tones, setting)) +
    tree +
    snowfall(tones, setting);
  const strewn = ["stars", "flakes", "dust"].map(setting.naming);
  const beyond = { above: tones.sky.top, beside: skyFill(setting), below: tones.snow, strewn };
  return { ...hanging, markup, beyond };
}

/** On the eve, the star has rays. */
const firLanterns: Lanterns = {
  places: onBothSides(firTips),
  body: "M-4 9h8l7 7v18h-22v-18z",
  star: `<path d="M240-22v18M298 2l-12 12M182 2l12 12M316 50h-17M164 50h17M292 98l-12-12M188 98l12-12" stroke="${gold.light}" stroke-width="5"/>`,
};

const SNOW_ON_WHITE = "#e1ecf5";

const trunk = `
  <path d="M220 480h42l6 46q-27 8-54 0z" fill="${brown.dark}"/>
  <path d="M242 480h20l6 46q-12 4-24 4z" fill="${brown.deep}"/>`;

function land(tones: ChristmasTones, setting: Setting): string {
  const sides = christmasSides(tones, setting);
  return `
    <path d="M-999 392Q-450 205-300 350-150 495 0 400 110 330 250 400T480 372 780 392 1479 392V567H-999z" fill="${tones.farHill}"/>
    <path d="${littleFirs(setting.frame)}" fill="${tones.forest}"/>
    <path d="M10 416h34v34H10z" fill="${brown.base}"/><path d="M31 416h13v34H31z" fill="${brown.dark}"/>
    <path d="M33 406v-15h7v15z" fill="${brown.deep}"/><path d="m4 418 23-23 23 23z" fill="${tones.snow}" stroke="${tones.snow}" stroke-width="4"/>
    <path d="M16 426h9v9h-9z" fill="${tones.window}"/>
    <path d="M-999 452Q-480 376-300 430-120 484 0 452 120 420 260 456T480 436 780 450 1479 450V567H-999z" fill="${tones.nearHill}"/>
    <path${strewnId(setting, "flakes")} d="${strewnDots(setting, "snowflakes", 60, STREWN_HEIGHT)}" stroke="${tones.snow}" stroke-width="4" opacity=".85"/>
    <path${strewnId(setting, "dust")} d="${strewnDots(setting, "snow dust", 44, STREWN_HEIGHT)}" stroke="${tones.snow}" opacity=".8"/>${sides}
    <path d="M-999 520Q-467 487-300 512-133 537 0 516 240 478 480 516 613 537 780 512T1479 520V567H-999z" fill="${tones.snow}"/>
    <ellipse cx="252" cy="524" rx="178" ry="17" fill="${tones.snowShade}"/>${trunk}
    <path d="M196 530q12-12 24-6 20-8 36 0 16-6 28 6-44 14-88 0z" fill="${tones.snow}"/>
    <path d="M36 540q20-6 44 0M392 546q24-7 52 0" fill="none" stroke="${tones.snowShade}" stroke-width="4"/>`;
}

function drawnTier(tier: Tier, tones: ChristmasTones, setting: Setting): string {
  const id = setting.naming(`tier-${firTiers.indexOf(tier)}`);
  const shadow = `<use href="#${id}" fill="${tones.needlesShade}" opacity=".6" transform="translate(24 13)scale(.9 1)"/>`;
  return onOneLine(`
    <defs><path id="${id}" d="${tierOutline(tier)}"/></defs>${tier === firTiers[0] ? "" : shadow}
    <use href="#${id}" fill="${tones.needles}" stroke="${tones.needles}" stroke-width="8"/>
    <path d="${tierShade(tier)}" fill="${tones.needlesShade}" opacity=".6"/>
    <path d="${tierNeedles(tier, -1)}" stroke="${tones.needlesLit}" stroke-width="4"/>
    <path d="${tierNeedles(tier, 1)}" stroke="${tones.needlesShade}" stroke-width="4"/>
    <path d="${tierSnow(tier)}" fill="${tones.snow}" stroke="${tones.snow}"/>
    ${garlandWithLights(tier, setting)}`);
}

const lightTones = [red.light, gold.light, blue.light, pink.light];
const twinkles = ["twinkling", "twinkling late", "twinkling later"];

/** Every other light of a layer twinkles: the warm ones on one layer, the others on the next. */
function garlandWithLights(tier: Tier, setting: Setting): string {
  const garland = tierGarland(tier);
  const layer = firTiers.indexOf(tier);
  const lights = lightTones.map(
    (tone, index) => `<path d="${garland}" stroke="${tone}" stroke-dashoffset="-${14 + 22 * index}"/>`,
  );
  const twinkling = lights.filter((_, index) => (index + layer) % 2 === 0);
  const still = lights.filter((_, index) => (index + layer) % 2 === 1);
  return `
    <g fill="none"><path d="${garland}" stroke="${gold.dark}" stroke-width="2.5"/>
    ${setting.look === "night" ? glow(garland, 22, 14) : ""}<g stroke-width="8" stroke-dasharray="0 88">${still.join("")}
    <g${moved(setting, twinkles[layer % 3] ?? "")}>${twinkling.join("")}</g></g></g>`;
}

const topStar = (setting: Setting) => `
  <circle${moved(setting, "glowing")} cx="240" cy="44" r="80" fill="url(#${setting.naming("glow")})"/>
  <path d="m240 8 10 24 26 2-20 17 6 25-22-13-22 13 6-25-20-17 26-2z" fill="${gold.base}" stroke="${gold.deep}" stroke-width="5"/>
  <path d="m240 8 10 24 26 2-20 17 6 25-22-13-22 13 6-25-20-17 26-2z" fill="${gold.base}" stroke="${gold.base}"/>
  <path d="M240 46V8l-10 24zl-36-12 20 17zl-22 30 22-13zl22 30-6-25zl36-12-26-2z" fill="${gold.light}"/>`;

/** A few snowflakes in front of the tree, which drift down on a page. */
function snowfall({ snow }: ChristmasTones, setting: Setting): string {
  const flakes = ["falling", "falling late", "falling later"].map(
    (classes) =>
      `<path${moved(setting, classes)} d="${strewnDots(setting, classes, 4, 420)}" stroke="${snow}" stroke-width="5"/>`,
  );
  return `<g opacity=".9">${flakes.join("")}</g>`;
}
