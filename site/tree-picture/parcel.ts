import { blue, brown, cream, gold, green, pink, red, snow, type Tones, violet } from "./palette.ts";
import { seededRandom } from "./seeded-random.ts";
import { onOneLine } from "./xml.ts";

/** The wrapping of a gift, by its id; always the same. */
export function parcelOf(giftId: string): number {
  return Math.floor(seededRandom(`parcel ${giftId}`)() * PARCELS.length);
}

/** A wrapped parcel as an SVG fragment in a gift's box. It reveals nothing about the content. */
export function parcelDrawing(parcel: number): string {
  return PARCELS[parcel % PARCELS.length] ?? "";
}

/** Two loops and two tails, tied at the point. */
const bow = (x: number, y: number, tones: Tones) => `
  <path d="M${x - 2} ${y}l-8 11 5-1 3 4 4-13zM${x + 2} ${y}l8 11-5-1-3 4-4-13z" fill="${tones.dark}" stroke="${tones.deep}" stroke-width="1.5"/>
  <path d="M${x} ${y}c-9 5-19 2-18-5 1-8 13-6 18 5zM${x} ${y}c9 5 19 2 18-5-1-8-13-6-18 5z" fill="${tones.base}" stroke="${tones.deep}"/>
  <path d="M${x - 14} ${y - 5}q5-1 9 3M${x + 14} ${y - 5}q-5-1-9 3" fill="none" stroke="${tones.dark}"/>
  <circle cx="${x}" cy="${y}" r="4.5" fill="${tones.light}" stroke="${tones.deep}"/>`;

/** All parcels. */
export const PARCELS: readonly string[] = [
  // A square one in dotted paper.
  `<rect x="9" y="20" width="46" height="40" rx="4" fill="${blue.base}" stroke="${blue.deep}"/>
   <path d="M46 21h8v38h-8z" fill="${blue.dark}"/>
   <path d="M16 28h0M16 51h0M23 55h0M41 28h0M49 35h0M42 52h0M49 54h0M20 34h0" stroke="${snow.light}" stroke-width="3.5"/>
   <path d="M27 20h10v40H27zM9 37h46v8H9z" fill="${cream.light}" stroke="${cream.deep}"/><path d="M28 38h8v6h-8z" fill="${cream.light}"/>
   ${bow(32, 19, cream)}`,

  // A tall one in striped paper.
  `<rect x="14" y="17" width="36" height="44" rx="4" fill="${snow.light}" stroke="${red.deep}"/>
   <path d="m16 31 10-12M16 46l9-11M16 59l9-9M39 29l9-10M39 43l9-10M39 58l9-11" stroke="${red.light}" stroke-width="4"/>
   <path d="M43 18h6v42h-6z" fill="${red.deep}" opacity=".2"/>
   <path d="M27 17h10v44H27z" fill="${green.base}" stroke="${green.deep}"/>
   ${bow(32, 17, green)}`,

  // A wide one in starry paper.
  `<rect x="4" y="24" width="56" height="36" rx="4" fill="${violet.base}" stroke="${violet.deep}"/>
   <path d="M50 25h9v34h-9z" fill="${violet.dark}"/>
   <path d="m16 30 1.5 3.5 3.5 1.5-3.5 1.5-1.5 3.5-1.5-3.5-3.5-1.5 3.5-1.5zM46 44l1.5 3.5 3.5 1.5-3.5 1.5-1.5 3.5-1.5-3.5-3.5-1.5 3.5-1.5zM10 48h0M19 53h0M45 33h0M54 36h0" fill="${violet.light}" stroke="${violet.light}"/>
   <path d="M26 24h12v36H26z" fill="${gold.base}" stroke="${gold.deep}"/><path d="M34 25h3v34h-3z" fill="${gold.dark}"/>
   ${bow(32, 22, gold)}`,

  // A round one with a lid.
  `<path d="M10 32h44v21q0 8-22 8t-22-8z" fill="${pink.base}" stroke="${pink.deep}"/>
   <path d="M18 38v20M46 38v20" stroke="${cream.light}" stroke-width="4"/><path d="M49 35h4v18q-1 4-6 5z" fill="${pink.dark}"/>
   <path d="M27 33h10v28H27z" fill="${red.base}"/>
   <path d="M6 25q0-5 26-5t26 5v9q-8 5-26 5T6 34z" fill="${pink.light}" stroke="${pink.deep}"/>
   <path d="M27 20h10v19H27z" fill="${red.base}"/><path d="M34 21h3v40h-3z" fill="${red.dark}"/>
   ${bow(32, 19, red)}`,

  // One in brown paper with string and a tag.
  `<rect x="9" y="21" width="46" height="39" rx="3" fill="${brown.light}" stroke="${brown.dark}"/>
   <path d="M46 22h8v37h-8z" fill="${brown.base}"/><path d="m10 22 10 8h24l10-8" fill="none" stroke="${brown.base}"/>
   <g stroke-width="3.5" stroke-linecap="butt"><path d="M32 21v38M10 42h44" stroke="${red.base}"/><path d="M32 21v38M10 42h44" stroke="${cream.light}" stroke-dasharray="3 4"/></g>
   <path d="M33 43q4 1 6 4" fill="none" stroke="${red.dark}"/><path d="m38 50 5-4 10 3v8l-12 1z" fill="${cream.light}" stroke="${cream.deep}" stroke-width="1.5"/>
   <path d="M47 56q-4-3-2-4 1.5 0 2 1 .5-1 2-1 2 1-2 4z" fill="${red.base}"/>
   ${bow(32, 20, red)}`,
].map(onOneLine);
