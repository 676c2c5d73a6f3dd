import { blue, brown, cream, gold, green, ink, pink, red, type Tones, violet } from "../palette.ts";

/** Gifts offered first for Valentine's Day, by gift id. */
export const valentineDrawings = {
  rose: `
    <path d="M32 34v27" stroke="${green.deep}" stroke-width="6"/><path d="M32 34v27" stroke="${green.base}" stroke-width="3"/>
    <path d="M32 56c-14 2-20-5-21-13 11-1 19 3 21 13zM33 51c12 1 18-5 19-12-10 0-17 3-19 12z" fill="${green.base}" stroke="${green.deep}"/>
    <path d="M16 47q8 2 13 7M48 42q-7 2-12 7" fill="none" stroke="${green.light}" stroke-width="1.5"/>
    <path d="M32 3c-9 0-17 6-17 15 0 11 8 19 17 19s17-8 17-19c0-9-8-15-17-15z" fill="${red.base}" stroke="${red.deep}"/>
    <path d="M15 16c-2 12 6 21 17 21-7-4-10-11-8-18-2-4-6-5-9-3z" fill="${red.light}" stroke="${red.deep}" stroke-width="1.5"/>
    <path d="M49 16c2 12-6 21-17 21 7-4 10-11 8-18 2-4 6-5 9-3z" fill="${red.dark}" stroke="${red.deep}" stroke-width="1.5"/>
    <path d="M24 19c2 8 14 8 16 0M23 13c2-7 16-8 18-1M27 14c1-5 11-4 10 1-1 4-7 4-8 1" fill="none" stroke="${red.deep}" stroke-width="2"/>`,

  tulips: `
    <path d="m16 26 16 24 16-24M32 20v30" fill="none" stroke="${green.deep}" stroke-width="5.5"/>
    <path d="m16 26 16 24 16-24M32 20v30" fill="none" stroke="${green.base}" stroke-width="3"/>
    <path d="M31 50C20 42 18 36 20 30c7 4 10 10 11 20zM33 50c11-8 13-14 11-20-7 4-10 10-11 20z" fill="${green.base}" stroke="${green.deep}" stroke-width="1.5"/>
    ${tulip("translate(32 15)", red)}${tulip("translate(15 19)rotate(-26)", gold)}${tulip("translate(49 19)rotate(26)", violet)}
    <path d="M18 40q14 8 28 0l-7 20q-7 3-14 0z" fill="${cream.light}" stroke="${cream.deep}"/>
    <path d="M39 43q4-1 7-3l-7 20q-3 1.5-7 1.5 6-7 7-18.5z" fill="${cream.dark}"/>
    <path d="m32 51-9-5v9zl9-5v9z" fill="${pink.base}" stroke="${pink.deep}"/><circle cx="32" cy="51" r="3" fill="${pink.light}" stroke="${pink.deep}"/>`,

  "chocolate-box": `
    <path d="M32 60C10 46 3 34 5 22 8 7 24 4 32 15 40 4 56 7 59 22c2 12-5 24-27 38z" fill="${red.base}" stroke="${red.deep}"/>
    <path d="M57 17q2 2 2 5c2 12-5 24-27 38v-4c20-13 26-25 25-39z" fill="${red.dark}"/>
    <path d="M32 54C14 42 9 33 10 24 12 12 26 10 32 22c6-12 20-10 22 2 1 9-4 18-22 30z" fill="${cream.light}" stroke="${gold.dark}"/>
    <g fill="${brown.dark}" stroke="${brown.deep}"><circle cx="20" cy="24" r="6"/><circle cx="44" cy="24" r="6" fill="${pink.base}"/><rect x="26" y="27" width="12" height="11" rx="3"/><circle cx="22" cy="37" r="5" fill="${gold.base}"/><circle cx="42" cy="37" r="5" fill="${brown.base}"/><circle cx="32" cy="46" r="5"/></g>
    <path d="m17 25 5-3M29 34l5-4M30 46q2 2 4 0" fill="none" stroke="${cream.base}"/><path d="m41 25 5-3" stroke="${brown.deep}"/>
    <path d="M12 17q4-7 11-6" fill="none" stroke="${red.light}" stroke-width="2.5"/>`,

  "love-letter": `
    <rect x="4" y="14" width="56" height="40" rx="4" fill="${cream.light}" stroke="${cream.deep}"/>
    <path d="M57 16q2 1 2 3v31q0 2-2 3L36 34z" fill="${cream.dark}"/>
    <path d="m6 52 20-18h12l20 18q-1 1-3 1H9q-2 0-3-1z" fill="${cream.base}" stroke="${cream.deep}" stroke-width="1.5"/>
    <path d="M5 17q1-3 4-3h46q3 0 4 3L37 36q-5 4-10 0z" fill="${pink.light}" stroke="${cream.deep}"/>
    <path d="M32 47C19 38 19 30 23 27c4-2.5 7.5 0 9 4 1.5-4 5-6.5 9-4 4 3 4 11-9 20z" fill="${red.base}" stroke="${red.deep}"/>
    <path d="M25 33q-.5-3 2-3" fill="none" stroke="${red.light}" stroke-width="2.5"/>`,

  lovebirds: `
    <path d="M32 15c-8-5-8-10-5-12 2-1 4 0 5 2 1-2 3-3 5-2 3 2 3 7-5 12z" fill="${red.base}" stroke="${red.deep}" stroke-width="1.5"/>
    ${lovebird(gold)}<g transform="matrix(-1 0 0 1 64 0)">${lovebird(blue)}</g>
    <path d="M3 55q29-4 58 0" fill="none" stroke="${brown.deep}" stroke-width="6"/>
    <path d="M3 55q29-4 58 0" fill="none" stroke="${brown.base}" stroke-width="3"/>
    <path d="M53 54q2-8 9-8 0 7-9 8z" fill="${green.light}" stroke="${green.deep}" stroke-width="1.5"/>
    <path d="M17 52v3M22 52v3M42 52v3M47 52v3" stroke="${gold.dark}" stroke-width="3"/>`,
};

function tulip(transform: string, tones: Tones): string {
  return `<g transform="${transform}"><path d="M-9-9l5 3L0-13l4 7 5-3v9C9 8 5 11 0 11S-9 8-9 0z" fill="${tones.base}" stroke="${tones.deep}"/><path d="M-4-6Q-1 2 0 10 1 2 4-6L0-13z" fill="${tones.light}"/></g>`;
}

function lovebird(tones: Tones): string {
  return `
    <path d="m10 44-5 15q4 2 8-1l6-9z" fill="${tones.dark}" stroke="${tones.deep}"/>
    <path d="M20 16c8 0 12 6 12 13 0 12-2 24-13 24S6 45 7 36c1-8 3-20 13-20z" fill="${tones.base}" stroke="${tones.deep}"/>
    <path d="M24 34q8 0 7 6-2 13-11 12 8-7 4-18z" fill="${tones.light}"/>
    <path d="M9 35c6-3 12 1 12 7-3 6-9 7-13 3q-1-5 1-10z" fill="${tones.dark}" stroke="${tones.deep}" stroke-width="1.5"/>
    <circle cx="26" cy="30" r="3" fill="${pink.base}"/><path d="M23 24h0" stroke="${ink}" stroke-width="4.5"/>
    <path d="M27 25q4 0 4 5-4 0-5-2z" fill="${gold.dark}" stroke="${gold.deep}" stroke-width="1"/>`;
}
