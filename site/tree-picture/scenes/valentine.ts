import { brown, cream } from "../palette.ts";
import { seededRandom } from "../seeded-random.ts";
import { onOneLine, short } from "../xml.ts";
import { blossomPaths, heartCrown, heartPath } from "./heart-crown.ts";
import { onBothSides } from "./lanterns.ts";
import { lightStrings } from "./lights.ts";
import { placesAcross } from "./places-across.ts";
import { type Lanterns, moved, onWhite, type Scene, type Setting, STREWN_HEIGHT, strewnId } from "./scene.ts";
import { cloud, sky, skyFill } from "./sky.ts";
import { tonesAt } from "./tones-at.ts";
import { type ValentineTones, valentineHours } from "./valentine-hours.ts";
import { lamp, valentineSides } from "./valentine-sides.ts";

/** A quiet park: a slender tree with heart-shaped blossoms, a bench below it and a lamp. */
export function valentineScene(setting: Setting): Scene {
  const tones = tonesAt("valentine", valentineHours, setting.hour);
  const hanging = { thread: cream.light, crown: heartCrown, lanterns: hearts };
  if (setting.look === "white") {
    const tree = onOneLine(blossomingTree(tones, setting)) + blossomsOnTheGround(tones, setting);
    return { ...hanging, ...onWhite(tree, tones.farHill, setting) };
  }
  const markup =
    sky(setting, tones.sky, { x: 240, y: 46, radius: 25 }) +
    cloud(setting, 6, 372, 0.8, tones.cloud) +
    cloud(setting, 398, 352, 0.7, tones.cloud) +
    onOneLine(park(tones, setting)) +
    onOneLine(blossomingTree(tones, setting)) +
    petals(tones, setting);
  const strewn = ["stars", "blossoms"].map(setting.naming);
  const beyond = { above: tones.sky.top, beside: skyFill(setting), below: tones.ground, strewn };
  return { ...hanging, markup, beyond };
}

/** Below the crown, the last one in the middle. */
const hearts: Lanterns = {
  places: [
    ...onBothSides([
      { x: 66, y: 246 },
      { x: 122, y: 306 },
      { x: 180, y: 354 },
    ]),
    { x: 240, y: 424 },
  ],
  body: heartPath({ x: 0, y: 22 }, 13, 0),
};

function park(tones: ValentineTones, setting: Setting): string {
  const { far, near } = valentineSides(tones, setting);
  return `
    <path d="M-999 452Q-450 323-300 420-150 517 0 452 120 400 260 448T480 426 780 440 1479 440V567H-999z" fill="${tones.farHill}"/>${far}
    <path d="M-999 512Q-450 474.5-300 504-150 533.5 0 506 240 462 480 506 630 533.5 780 504T1479 512V567H-999z" fill="${tones.ground}"/>
    <ellipse cx="246" cy="526" rx="132" ry="14" fill="${tones.groundShade}"/>${near}
    ${lamp(66, setting, tones)}
    <path d="M346 470v56M434 470v56" stroke="${brown.deep}" stroke-width="6"/>
    <path d="M338 472h104M338 486h104" stroke="${brown.base}" stroke-width="9"/><path d="M334 506h112" stroke="${brown.light}" stroke-width="10"/>
    <path d="M338 476h104M338 490h104M334 511h112" stroke="${brown.dark}"/>
    <path${strewnId(setting, "blossoms")} d="${strewnHearts(setting, "fallen blossoms", 20, 0, STREWN_HEIGHT)}" fill="${tones.blossoms[1]}"/>
    <path d="${strewnHearts(setting, "blossoms on the ground", 14, 520, 34)}" fill="${tones.blossoms[1]}"/>`;
}

function blossomingTree(tones: ValentineTones, setting: Setting): string {
  const blossoms = blossoms4.map((path, tone) => `<path d="${path}" fill="${tones.blossoms[tone]}"/>`).join("");
  return `
    <path d="M232 392c-4 50 6 90-18 136q28 8 58 0c-26-40-16-90-20-136z" fill="${brown.dark}"/>
    <path d="M244 392h8c4 46-6 96 20 136q-14 4-26 4c4-50-4-90-2-140z" fill="${brown.deep}"/>
    <path d="${heartPath({ x: 238, y: 468 }, 9, -4)}" fill="${tones.blossoms[2]}"/>
    <path d="${outline}" fill="${tones.crown}" stroke="${tones.crown}" stroke-width="6"/>${blossoms}${lightStrings(swags, setting)}`;
}

/** Where lights hang across the crown by night. */
const swags = "M34 138q110 92 206 18 96 74 206-18M54 228q92 92 186 38 94 54 186-38M124 318q60 56 116 22 56 34 116-22";

/** The blossoms that have fallen below a tree on white. */
function blossomsOnTheGround(tones: ValentineTones, setting: Setting): string {
  return `<path d="${strewnHearts({ ...setting, frame: "tall" }, "blossoms on white", 9, 518, 18)}" fill="${tones.blossoms[2]}"/>`;
}

const blossoms4 = blossomPaths(4);
const outline = `M${heartCrown.outline.map(({ x, y }) => `${short(x)} ${short(y)}`).join(" ")}z`;

/** A few blossoms in front of the tree, which drift down on a page. */
function petals(tones: ValentineTones, setting: Setting): string {
  return ["falling", "falling late", "falling later"]
    .map(
      (classes) =>
        `<path${moved(setting, classes)} d="${strewnHearts(setting, classes, 3, 60, 400)}" fill="${tones.blossoms[3]}"/>`,
    )
    .join("");
}

function strewnHearts({ frame }: Setting, seed: string, count: number, highest: number, height: number): string {
  const random = seededRandom(seed);
  const hearts = placesAcross(random, count, frame, (x) =>
    heartPath({ x, y: highest + random() * height }, 5 + Math.floor(random() * 4), Math.floor(random() * 9 - 4) * 14),
  );
  return hearts.join("");
}
