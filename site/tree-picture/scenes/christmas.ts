import { blue, brown, gold, pink, red } from "../palette.ts";
import { onOneLine } from "../xml.ts";
import { type ChristmasTones, christmasHours } from "./christmas-hours.ts";
import { firCrown, firTiers, type Tier, tierGarland, tierNeedles, tierOutline, tierShade, tierSnow } from "./fir.ts";
import type { Hour, Naming, Scene } from "./scene.ts";
import { sky, strewnDots } from "./sky.ts";

/** A snowy hill with a cottage, and the layered fir with garlands, lights and a star. */
export function christmasScene(hour: Hour, naming: Naming): Scene {
  const tones = christmasHours[hour];
  const fir = firTiers.map((tier) => drawnTier(tier, tones)).join("");
  const markup = sky(hour, tones.sky, moonPlace, naming) + onOneLine(land(tones)) + fir + onOneLine(topStar(naming));
  return { markup, thread: gold.base, crown: firCrown };
}

const moonPlace = { x: 70, y: 84, radius: 34 };

function land(tones: ChristmasTones): string {
  return `
    <path d="M0 400Q110 330 250 400T480 372V560H0z" fill="${tones.farHill}"/>
    <path d="${littleFir(64, 438, 20)}${littleFir(432, 436, 24)}${littleFir(464, 448, 18)}" fill="${tones.forest}"/>
    <path d="M10 416h34v34H10z" fill="${brown.base}"/><path d="M31 416h13v34H31z" fill="${brown.dark}"/>
    <path d="M33 406v-15h7v15z" fill="${brown.deep}"/><path d="m4 418 23-23 23 23z" fill="${tones.snow}" stroke="${tones.snow}" stroke-width="4"/>
    <path d="M16 426h9v9h-9z" fill="${tones.window}"/>
    <path d="M0 452Q120 420 260 456T480 436V560H0z" fill="${tones.nearHill}"/>
    <path d="${strewnDots("snowflakes", 70, 440)}" stroke="${tones.snow}" stroke-width="4" opacity=".85"/>
    <path d="${strewnDots("snow dust", 60, 440)}" stroke="${tones.snow}" opacity=".8"/>
    <path d="M0 516Q240 478 480 516V560H0z" fill="${tones.snow}"/>
    <ellipse cx="252" cy="524" rx="178" ry="17" fill="${tones.snowShade}"/>
    <path d="M220 480h42l6 46q-27 8-54 0z" fill="${brown.dark}"/>
    <path d="M242 480h20l6 46q-12 4-24 4z" fill="${brown.deep}"/>
    <path d="M196 530q12-12 24-6 20-8 36 0 16-6 28 6-44 14-88 0z" fill="${tones.snow}"/>
    <path d="M36 540q20-6 44 0M392 546q24-7 52 0" fill="none" stroke="${tones.snowShade}" stroke-width="4"/>`;
}

function littleFir(x: number, y: number, width: number): string {
  return `M${x} ${y - 2.6 * width}l${width} ${1.5 * width}h-${width / 3}l${width / 2} ${width}h-${(width * 7) / 3}l${width / 2}-${width}h-${width / 3}z`;
}

function drawnTier(tier: Tier, tones: ChristmasTones): string {
  const outline = tierOutline(tier);
  const garland = tierGarland(tier);
  return onOneLine(`
    ${tier === firTiers[0] ? "" : `<path d="${outline}" fill="${tones.needlesShade}" opacity=".6" transform="translate(24 13)scale(.9 1)"/>`}
    <path d="${outline}" fill="${tones.needles}" stroke="${tones.needles}" stroke-width="8"/>
    <path d="${tierShade(tier)}" fill="${tones.needlesShade}" opacity=".6"/>
    <path d="${tierNeedles(tier, -1)}" stroke="${tones.needlesLit}" stroke-width="4"/>
    <path d="${tierNeedles(tier, 1)}" stroke="${tones.needlesShade}" stroke-width="4"/>
    <path d="${tierSnow(tier)}" fill="${tones.snow}" stroke="${tones.snow}"/>
    <g fill="none"><path d="${garland}" stroke="${gold.dark}" stroke-width="2.5"/>${lights(garland)}</g>`);
}

function lights(garland: string): string {
  return [red.light, gold.light, blue.light, pink.light]
    .map(
      (tone, index) =>
        `<path d="${garland}" stroke="${tone}" stroke-width="8" stroke-dasharray="0 88" stroke-dashoffset="-${14 + 22 * index}"/>`,
    )
    .join("");
}

const topStar = (naming: Naming) => `
  <circle cx="240" cy="44" r="80" fill="url(#${naming("glow")})"/>
  <path d="m240 8 10 24 26 2-20 17 6 25-22-13-22 13 6-25-20-17 26-2z" fill="${gold.base}" stroke="${gold.deep}" stroke-width="5"/>
  <path d="m240 8 10 24 26 2-20 17 6 25-22-13-22 13 6-25-20-17 26-2z" fill="${gold.base}" stroke="${gold.base}"/>
  <path d="M240 46V8l-10 24zl-36-12 20 17zl-22 30 22-13zl22 30-6-25zl36-12-26-2z" fill="${gold.light}"/>`;
