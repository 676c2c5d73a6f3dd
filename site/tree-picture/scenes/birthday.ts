import { blue, brown, cream, gold, partyTones, pink, red, violet } from "../palette.ts";
import { seededRandom } from "../seeded-random.ts";
import { onOneLine, short } from "../xml.ts";
import { type BirthdayTones, birthdayHours } from "./birthday-hours.ts";
import { balloon, birthdaySides } from "./birthday-sides.ts";
import { bunting } from "./bunting.ts";
import { onBothSides } from "./lanterns.ts";
import { lightStrings } from "./lights.ts";
import { placesAcross } from "./places-across.ts";
import { blossomDots, clumpsPath, leafStrokes, roundCrown, tufts } from "./round-crown.ts";
import { type Lanterns, onWhite, type Scene, type Setting, strewnId } from "./scene.ts";
import { cloud, sky, skyFill } from "./sky.ts";
import { tonesAt } from "./tones-at.ts";

/** A garden decorated for a party: a round leafy tree, bunting, balloons and confetti. */
export function birthdayScene(setting: Setting): Scene {
  const tones = tonesAt("birthday", birthdayHours, setting.hour);
  const hanging = { thread: cream.light, crown: roundCrown, lanterns: lampions };
  if (setting.look === "white") {
    return { ...hanging, ...onWhite(onOneLine(leafyTree(tones, setting)), tones.meadowShade, setting) };
  }
  const markup =
    sky(setting, tones.sky, { x: 44, y: 118, radius: 24 }) +
    cloud(setting, -30, 184, 0.9, tones.cloud) +
    cloud(setting, 414, 138, 0.8, tones.cloud) +
    onOneLine(garden(tones, setting)) +
    confetti(setting) +
    onOneLine(leafyTree(tones, setting)) +
    bunting(setting);
  const strewn = ["stars", "confetti"].map(setting.naming);
  const beyond = { above: tones.sky.top, beside: skyFill(setting), below: tones.meadow, strewn };
  return { ...hanging, markup, beyond };
}

/** Between the balloons and the trunk, and above the balloons. On the eve, the sky sparkles. */
const lampions: Lanterns = {
  places: onBothSides([
    { x: 42, y: 312 },
    { x: 128, y: 406 },
    { x: 176, y: 418 },
  ]),
  body: "M-5 9h10q17 13 0 26h-10q-17-13 0-26z",
  star: `<path d="${[78, 402].map((x) => sparkle(x, 90)).join("")}${[22, 458].map((x) => sparkle(x, 184)).join("")}" fill="${gold.light}" stroke="${gold.deep}"/>`,
};

function sparkle(x: number, y: number): string {
  return `M${x} ${y - 16}q2 14 16 16-14 2-16 16-2-14-16-16 14-2 16-16z`;
}

function garden(tones: BirthdayTones, setting: Setting): string {
  const { far, near } = birthdaySides(tones, setting);
  return `
    <path d="M-999 440Q-450 325-300 410-150 495 0 440 130 392 270 442T480 418 780 430 1479 430V567H-999z" fill="${tones.farHill}"/>${far}
    <path d="M-999 504Q-450 449-300 490-150 531 0 496 240 440 480 496 630 531 780 490T1479 504V567H-999z" fill="${tones.meadow}"/>
    <ellipse cx="246" cy="520" rx="150" ry="17" fill="${tones.meadowShade}"/>
    <path d="M30 530l3-10 3 10M96 546l3-10 3 10M352 548l3-10 3 10M440 526l3-10 3 10M160 548l2-8 3 8" fill="none" stroke="${tones.meadowShade}" stroke-width="3"/>
    <path d="${daisies}" stroke="${cream.light}" stroke-width="9"/><path d="${daisies}" stroke="${gold.base}" stroke-width="4"/>${near}
    ${balloon(setting, 36, 424, 50, 520, red)}${balloon(setting, 84, 446, 50, 520, gold)}
    ${balloon(setting, 444, 420, 432, 516, violet)}${balloon(setting, 400, 450, 432, 516, blue)}`;
}

const daisies = "M70 534h0M130 550h0M322 546h0M408 538h0M460 548h0M20 550h0";

function leafyTree(tones: BirthdayTones, setting: Setting): string {
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
    <path d="${blossoms}" stroke="${pink.base}" stroke-width="4"/>${lightStrings(swags, setting)}`;
}

/** Where lights hang across the crown by night. */
const swags = "M62 180q98 80 186 34 88 46 172-36M29 284q114 98 218 46 106 46 203-44M78 382q86 62 168 24 88 36 162-26";

const darkStrokes = leafStrokes("dark leaves", 40);
const litStrokes = leafStrokes("lit leaves", 40);
const blossoms = blossomDots("blossoms", 22);

function drawnTuft(tuft: string, tones: BirthdayTones): string {
  return `
    <path d="${tuft}" fill="${tones.leavesShade}" opacity=".55" transform="translate(5 8)"/>
    <path d="${tuft}" fill="${tones.leaves}"/>
    <path d="${tuft}" fill="${tones.leavesLit}" opacity=".4" transform="translate(-4 -5)"/>`;
}

function confetti(setting: Setting): string {
  const ofOneTone = partyTones.map((tones, index) => {
    const random = seededRandom(`confetti ${index}`);
    const pieces = placesAcross(random, 13, setting.frame, (x) => {
      const dash = ["h0", "l5 4", "l-3 6", "l7-1"][Math.floor(random() * 4)];
      return `M${short(x)} ${short(random() * 430)}${dash}`;
    });
    return `<path d="${pieces.join("")}" stroke="${tones.base}" stroke-width="5"/>`;
  });
  return `<g${strewnId(setting, "confetti")}>${ofOneTone.join("")}</g>`;
}
