import { blue, brown, cream, gold, pink, red, type Tones, violet } from "../palette.ts";
import { seededRandom } from "../seeded-random.ts";
import { onOneLine, short } from "../xml.ts";
import { type BirthdayTones, birthdayHours } from "./birthday-hours.ts";
import { blossomDots, clumpsPath, leafStrokes, roundCrown, tufts } from "./round-crown.ts";
import { type Hour, type Naming, PICTURE, type Scene } from "./scene.ts";
import { cloud, sky } from "./sky.ts";

/** A garden decked for a party: a round leafy tree, bunting, balloons and confetti. */
export function birthdayScene(hour: Hour, naming: Naming): Scene {
  const tones = birthdayHours[hour];
  const markup =
    sky(hour, tones.sky, moonPlace, naming) +
    cloud(-30, 184, 0.9, tones.cloud) +
    cloud(414, 138, 0.8, tones.cloud) +
    onOneLine(garden(tones)) +
    confetti +
    onOneLine(leafyTree(tones)) +
    bunting;
  return { markup, thread: cream.light, crown: roundCrown };
}

const partyTones: readonly Tones[] = [red, gold, blue, pink, violet];

const moonPlace = { x: 44, y: 118, radius: 24 };

function garden(tones: BirthdayTones): string {
  return `
    <path d="M0 440Q130 392 270 442T480 418V560H0z" fill="${tones.farHill}"/>
    <path d="M0 496Q240 440 480 496V560H0z" fill="${tones.meadow}"/>
    <ellipse cx="246" cy="520" rx="150" ry="17" fill="${tones.meadowShade}"/>
    <path d="M30 530l3-10 3 10M96 546l3-10 3 10M352 548l3-10 3 10M440 526l3-10 3 10M160 548l2-8 3 8" fill="none" stroke="${tones.meadowShade}" stroke-width="3"/>
    <path d="M70 534h0M130 550h0M322 546h0M408 538h0M460 548h0M20 550h0" stroke="${cream.light}" stroke-width="9"/>
    <path d="M70 534h0M130 550h0M322 546h0M408 538h0M460 548h0M20 550h0" stroke="${gold.base}" stroke-width="4"/>
    ${balloon(36, 424, 50, 520, red)}${balloon(84, 446, 50, 520, gold)}${balloon(444, 420, 432, 516, violet)}${balloon(400, 450, 432, 516, blue)}`;
}

function balloon(x: number, y: number, endX: number, endY: number, tones: Tones): string {
  return `
    <path d="M${x} ${y + 30}Q${x} ${endY - 30} ${endX} ${endY}" fill="none" stroke="${cream.base}"/>
    <path d="M${x} ${y + 27}l-5 8h10z" fill="${tones.dark}"/>
    <ellipse cx="${x}" cy="${y}" rx="23" ry="28" fill="${tones.base}"/>
    <path d="M${x + 15} ${y - 21}q8 40-21 48 30 4 29-27 0-14-8-21z" fill="${tones.dark}"/>
    <path d="M${x - 13} ${y - 5}q1-9 8-13" fill="none" stroke="${cream.light}" stroke-width="4"/>`;
}

function leafyTree(tones: BirthdayTones): string {
  return `
    <path d="M214 400h54q-4 80 22 124-50 14-96 0 24-44 20-124z" fill="${brown.base}"/>
    <path d="M246 400h22q-4 80 22 124-16 5-34 6 2-70-10-130z" fill="${brown.dark}"/>
    <path d="M232 440q-2 34-10 60M250 470q2 20 6 36" fill="none" stroke="${brown.deep}" stroke-width="3" opacity=".5"/>
    <path d="${clumpsPath(0, 3, 9)}" fill="${tones.leavesDeep}"/>
    <path d="${clumpsPath()}" fill="${tones.leavesShade}"/>
    <path d="${clumpsPath(-9, -6, -7)}" fill="${tones.leaves}"/>
    ${tufts.map((tuft) => drawnTuft(tuft, tones)).join("")}
    <path d="${darkStrokes}" fill="none" stroke="${tones.leavesShade}" stroke-width="3.5"/>
    <path d="${litStrokes}" fill="none" stroke="${tones.leavesLit}" stroke-width="3.5"/>
    <path d="${blossoms}" stroke="${cream.light}" stroke-width="9"/>
    <path d="${blossoms}" stroke="${pink.base}" stroke-width="4"/>`;
}

const darkStrokes = leafStrokes("dark leaves", 40);
const litStrokes = leafStrokes("lit leaves", 40);
const blossoms = blossomDots("blossoms", 22);

function drawnTuft(tuft: string, tones: BirthdayTones): string {
  return `
    <path d="${tuft}" fill="${tones.leavesShade}" opacity=".55" transform="translate(5 8)"/>
    <path d="${tuft}" fill="${tones.leaves}"/>
    <path d="${tuft}" fill="${tones.leavesLit}" opacity=".4" transform="translate(-4 -5)"/>`;
}

const confetti = partyTones
  .map((tones, index) => {
    const random = seededRandom(`confetti ${index}`);
    const pieces = Array.from({ length: 13 }, () => {
      const dash = ["h0", "l5 4", "l-3 6", "l7-1"][Math.floor(random() * 4)];
      return `M${short(random() * PICTURE.width)} ${short(random() * 430)}${dash}`;
    });
    return `<path d="${pieces.join("")}" stroke="${tones.base}" stroke-width="5"/>`;
  })
  .join("");

const FLAGS = 13;

const bunting = (() => {
  const flags = Array.from({ length: FLAGS }, (_, index) => {
    const tones = partyTones[index % partyTones.length] ?? red;
    const [from, to] = [ropePoint((index + 0.1) / FLAGS), ropePoint((index + 0.9) / FLAGS)];
    const tip = `${short((from.x + to.x) / 2 + (from.y - to.y) / 2)} ${short((from.y + to.y) / 2 + 36)}`;
    return `<path d="M${short(from.x)} ${short(from.y)}L${tip} ${short(to.x)} ${short(to.y)}z" fill="${tones.base}" stroke="${tones.dark}"/>`;
  });
  return `${flags.join("")}<path d="M-4 14Q240 106 484 14" fill="none" stroke="${cream.light}" stroke-width="4"/>`;
})();

function ropePoint(share: number): { x: number; y: number } {
  return { x: -4 + 488 * share, y: 14 + 184 * share * (1 - share) };
}
