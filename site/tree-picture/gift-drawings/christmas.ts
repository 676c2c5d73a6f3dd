import { blue, brown, cream, gold, green, ink, red, snow, violet } from "../palette.ts";

const gingerbread = "M32 34v9M15 35q17-4 34 0M31 42l-8 13M33 42l8 13";
const cane = "M43 56V24a11 11 0 0 0-22 0v5";

const mitten = `
  <path d="M6 22h17v8c5-1 8 3 7 7-1 5-5 6-7 5v5c0 8-4 12-8.5 12S6 55 6 47z" fill="${blue.base}" stroke="${blue.deep}"/>
  <path d="m8 36 3.25-4 3.25 4 3.25-4 3.25 4M8 44l3.25-4 3.25 4 3.25-4 3.25 4" fill="none" stroke="${snow.light}"/>
  <rect x="4" y="15" width="21" height="10" rx="4" fill="${snow.base}" stroke="${snow.deep}"/>`;

/** Gifts offered first for Christmas, by gift id. */
export const christmasDrawings = {
  "snow-globe": `
    <circle cx="32" cy="27" r="23" fill="${blue.light}" stroke="${blue.dark}"/>
    <path d="M10 33c8-4 14 0 22 0s14-4 22 0a23 23 0 0 1-44 0z" fill="${snow.light}"/>
    <path d="M38 34c6-1 11-3 16-1-2 6-6 11-12 14 1-4 0-9-4-13z" fill="${snow.dark}"/>
    <path d="M24 27h17v13H24z" fill="${red.base}"/><path d="M36 27h5v13h-5z" fill="${red.dark}"/>
    <path d="M20.5 28 32.5 17l12 11z" fill="${snow.light}" stroke="${snow.deep}" stroke-width="1.5"/>
    <path d="M30 40v-7h5v7z" fill="${gold.base}"/>
    <path d="M16 22h0M46 16h0M26 11h0M38 11h0M49 27h0M15 30h0M22 18h0" stroke="${snow.light}" stroke-width="3"/>
    <path d="M15 17q3-5 8-7" fill="none" stroke="${snow.light}" stroke-width="3"/>
    <path d="M14 48q18 5 36 0l5 10q1 3-2 3H11q-3 0-2-3z" fill="${brown.base}" stroke="${brown.deep}"/>
    <path d="M10 57h44l1 2q0 2-2 2H11q-2 0-2-2z" fill="${brown.dark}"/>
    <path d="M25 55h14" stroke="${gold.base}" stroke-width="4"/>`,

  star: `
    <path d="m32 6 7.6 17.5 19 1.9L44.4 38l4.1 18.7L32 47l-16.5 9.7L19.6 38 5.4 25.4l19-1.9z" fill="${gold.base}" stroke="${gold.deep}" stroke-width="5"/>
    <path d="m32 6 7.6 17.5 19 1.9L44.4 38l4.1 18.7L32 47l-16.5 9.7L19.6 38 5.4 25.4l19-1.9z" fill="${gold.base}" stroke="${gold.base}"/>
    <path d="M32 34V6l-7.6 17.5zl-26.6-8.6L19.6 38zL15.5 56.7 32 47zl16.5 22.7L44.4 38zl26.6-8.6-19-1.9z" fill="${gold.light}"/>`,

  bell: `
    <circle cx="32" cy="55" r="6" fill="${gold.dark}" stroke="${gold.deep}"/>
    <path d="M32 12c-13 0-16 11-16 20 0 8-3 12-8 15v4h48v-4c-5-3-8-7-8-15 0-9-3-20-16-20z" fill="${gold.base}" stroke="${gold.deep}"/>
    <path d="M38 13c12 5 5 23 9 32l8 6v-4c-5-3-8-7-8-15 0-8-2-16-9-19z" fill="${gold.dark}"/>
    <path d="M22 38c1-7 0-13 4-18" fill="none" stroke="${gold.light}" stroke-width="4"/>
    <path d="M11 47h42" stroke="${gold.light}" stroke-width="2.5"/>
    <path d="M32 12 17 5q-4 7 0 14zM32 12l15-7q4 7 0 14zM31 13l-6 11M33 13l6 11" fill="${red.base}" stroke="${red.deep}"/>
    <circle cx="32" cy="12" r="4.5" fill="${red.light}" stroke="${red.deep}"/>`,

  "candy-cane": `
    <g fill="none" transform="rotate(10 32 32)">
      <path d="${cane}" stroke="${red.deep}" stroke-width="15"/>
      <path d="${cane}" stroke="${snow.light}" stroke-width="11"/>
      <path d="${cane}" stroke="${red.base}" stroke-width="11" stroke-linecap="butt" stroke-dasharray="7 7.5"/>
      <path d="M40 56V24a8 8 0 0 0-16 0" stroke="${snow.light}" stroke-width="2" opacity=".6"/>
      <path d="m43 42-13-6v12zl13-6v12z" fill="${green.base}" stroke="${green.deep}"/>
      <circle cx="43" cy="42" r="3.5" fill="${green.light}" stroke="${green.deep}"/>
    </g>`,

  "gingerbread-man": `
    <g fill="none" stroke="${brown.deep}" stroke-width="17"><path d="${gingerbread}"/><path d="M32 18h0" stroke-width="31"/></g>
    <g fill="none" stroke="${brown.base}" stroke-width="13"><path d="${gingerbread}"/><path d="M32 18h0" stroke-width="27"/></g>
    <path d="M21 19q0-9 9-11" fill="none" stroke="${brown.light}" stroke-width="2.5"/>
    <path d="M13 30q3 2 1 5t1 5M51 30q-3 2-1 5t-1 5M18 51q4-1 5 1t5 3M46 51q-4-1-5 1t-5 3" fill="none" stroke="${snow.light}"/>
    <path d="M27 16h0M37 16h0" stroke="${ink}" stroke-width="4.5"/>
    <path d="M26 21q6 6 12 0" fill="none" stroke="${snow.light}" stroke-width="2.5"/>
    <path d="M32 35h0" stroke="${red.base}" stroke-width="5"/><path d="M32 43h0" stroke="${green.light}" stroke-width="5"/>`,

  snowman: `
    <path d="m19 42-12-7m3-4v4l-5 2M45 42l12-7m-3-4v4l5 2" fill="none" stroke="${brown.dark}" stroke-width="2.5"/>
    <circle cx="32" cy="45" r="16" fill="${snow.light}" stroke="${snow.deep}"/>
    <path d="M42 34c7 11-1 24-14 25 16 3 25-13 14-25z" fill="${snow.dark}"/>
    <circle cx="32" cy="22" r="12.5" fill="${snow.light}" stroke="${snow.deep}"/>
    <path d="M41 15c3 8-2 16-10 18 10 1 16-9 10-18z" fill="${snow.dark}"/>
    <path d="M22 32q10 6 20 0l1 5q-3 2-6 2l1 11h-6l-1-10q-6 0-10-3z" fill="${red.base}" stroke="${red.deep}"/>
    <path d="M23 3h18v9H23z" fill="${violet.dark}" stroke="${violet.deep}"/><path d="M17 13h30" stroke="${violet.deep}" stroke-width="5"/>
    <path d="M24 9.5h16" stroke="${gold.base}" stroke-width="3" stroke-linecap="butt"/>
    <path d="M27 21h0M37 21h0M26 47h0M26 54h0" stroke="${ink}" stroke-width="4"/>
    <path d="m32 23-10 4 10 1z" fill="${gold.dark}" stroke="${gold.deep}" stroke-width="1"/>`,

  stocking: `
    <path d="M19 14h24v20c0 5 4 7 8 8 6 2 8 6 7 11s-5 7-10 7H33c-9 0-14-5-14-13z" fill="${red.base}" stroke="${red.deep}"/>
    <path d="M37 16h5v18c0 5 4 8 8 9-8 1-13-4-13-10z" fill="${red.dark}"/>
    <path d="M49 42h2c6 2 8 6 7 11s-5 7-10 7h-1c-3-7-2-13 2-18zM19 44c7 0 12 6 11 15.5-7-1-11-6-11-12.5z" fill="${gold.base}" stroke="${gold.deep}"/>
    <path d="M26 25v10M21.5 27.5l9 5M30.5 27.5l-9 5" stroke="${snow.light}"/>
    <rect x="15" y="5" width="32" height="13" rx="5.5" fill="${snow.light}" stroke="${snow.deep}"/>
    <path d="M22 14q11 3 22-1" fill="none" stroke="${snow.dark}" stroke-width="3"/>`,

  mittens: `
    <path d="M14 16C17 0 28 5 32 10 36 5 47 0 50 16" fill="none" stroke="${red.base}" stroke-width="3"/>
    ${mitten}<g transform="matrix(-1 0 0 1 64 0)">${mitten}</g>`,

  "hot-cocoa": `
    <path d="M20 15c-5-4 4-6 0-11M31 13c-5-4 4-6 0-11M42 15c-5-4 4-6 0-11" fill="none" stroke="${snow.dark}" stroke-width="2.5"/>
    <path d="M46 31c15-3 15 19-1 19" fill="none" stroke="${red.deep}" stroke-width="8"/>
    <path d="M46 31c15-3 15 19-1 19" fill="none" stroke="${red.base}" stroke-width="4.5"/>
    <path d="M9 25h40v23c0 8-5 12-12 12H21c-7 0-12-4-12-12z" fill="${red.base}" stroke="${red.deep}"/>
    <path d="M42 30h6v18c0 7-4 11-10 11h-6c7-3 10-8 10-14z" fill="${red.dark}"/>
    <ellipse cx="29" cy="25" rx="20" ry="6" fill="${brown.dark}" stroke="${snow.light}" stroke-width="3"/>
    <path d="M22 24h5M33 26h4M30 22h2" stroke="${snow.light}" stroke-width="6.5"/>
    <path d="M26 53c-9-6-9-11-6-13 2.5-1.5 5-.5 6 2 1-2.5 3.5-3.5 6-2 3 2 3 7-6 13z" fill="${snow.light}"/>`,

  candle: `
    <path d="M47 51c12-6 16 9 2 8" fill="none" stroke="${gold.deep}" stroke-width="3.5"/>
    <path d="M9 50h46c0 6-7 10-14 10H23c-7 0-14-4-14-10z" fill="${gold.base}" stroke="${gold.deep}"/>
    <path d="M23 26q9-4 18 0v25H23z" fill="${cream.light}" stroke="${cream.deep}"/>
    <path d="M36 26h4v25h-5z" fill="${cream.dark}"/>
    <path d="M23 27q9 4 18 0v9q-2.5 4-5 0v-2q-2-3-4 0v8q-2.5 4-5 0v-6q-2-3-4 0z" fill="${cream.base}" stroke="${cream.deep}" stroke-width="1.5"/>
    <path d="M32 27v-5" stroke="${ink}"/>
    <path d="M32 3c2 6 8 9 8 15a8 8 0 0 1-16 0c0-6 6-9 8-15z" fill="${gold.dark}" stroke="${red.base}" stroke-width="1.5"/>
    <path d="M32 11c1 3 4 5 4 8.5a4 4 0 0 1-8 0c0-3.5 3-5.5 4-8.5z" fill="${gold.light}"/>
    <path d="M30 53c-5-6-12-6-17-2 3 6 11 7 17 2zm4 0c5-6 12-6 17-2-3 6-11 7-17 2z" fill="${green.base}" stroke="${green.deep}" stroke-width="1.5"/>
    <path d="M29.5 54h0M35 54h0M32 49.5h0" stroke="${red.base}" stroke-width="6"/>`,

  reindeer: `
    <path d="M25 20C25 12 15 13 13 3M17 11Q10 13 6 8M39 20c0-8 10-7 12-17M47 11q7 2 11-3" fill="none" stroke="${brown.deep}" stroke-width="6"/>
    <path d="M25 20C25 12 15 13 13 3M17 11Q10 13 6 8M39 20c0-8 10-7 12-17M47 11q7 2 11-3" fill="none" stroke="${cream.dark}" stroke-width="2.5"/>
    <path d="M20 30C14 20 7 21 4 25c3 7 9 9 15 9zM44 30c6-10 13-9 16-5-3 7-9 9-15 9z" fill="${brown.dark}" stroke="${brown.deep}"/>
    <path d="M32 16c-10 0-15 6-15 14 0 7 3 10 3 17 0 9 5 14 12 14s12-5 12-14c0-7 3-10 3-17 0-8-5-14-15-14z" fill="${brown.base}" stroke="${brown.deep}"/>
    <path d="M40 19c5 9-2 14 0 22l4 6c0-7 3-10 3-17 0-5-2-9-7-11z" fill="${brown.dark}"/>
    <ellipse cx="32" cy="49" rx="11" ry="10.5" fill="${cream.base}"/>
    <path d="M27 55q5 4 10 0" fill="none" stroke="${brown.deep}"/>
    <path d="M25 31v1M39 31v1" stroke="${ink}" stroke-width="5"/>
    <path d="M28 21q4-3 8 0" fill="none" stroke="${brown.light}" stroke-width="2.5"/>
    <circle cx="32" cy="46" r="7" fill="${red.base}" stroke="${red.deep}"/><path d="M29 44h1" stroke="#fff" stroke-width="3"/>`,

  robin: `
    <path d="M27 52v8m-4 0h8M37 52v8m-4 0h8" stroke="${brown.deep}" stroke-width="2.5"/>
    <path d="m44 34 16-9q3 0 2 4l-3 10-12 7z" fill="${brown.dark}" stroke="${brown.deep}"/>
    <path d="M9 28C9 14 19 6 30 7c14 1 22 13 22 26 0 14-9 22-21 22S9 46 9 28z" fill="${brown.base}" stroke="${brown.deep}"/>
    <path d="M13 42c10 7 28 6 37-1-3 9-10 14-19 14-8 0-15-5-18-13z" fill="${cream.light}"/>
    <path d="M15 13c9-2 15 5 16 13 1 9 4 13-1 19-6 4-13 2-17-3-4-9-6-21 2-29z" fill="${red.base}"/>
    <path d="M14 22q-2 9 2 17" fill="none" stroke="${red.light}" stroke-width="3"/>
    <path d="M9 24 2 28l8 4z" fill="${gold.base}" stroke="${gold.deep}"/>
    <path d="M35 27c9-4 18 0 19 6-3 9-12 13-19 10-6-4-6-13 0-16z" fill="${brown.dark}" stroke="${brown.deep}"/>
    <path d="M39 38q6 1 10-3M40 33h6" fill="none" stroke="${brown.light}"/>
    <path d="M20 20h0" stroke="${ink}" stroke-width="7"/><path d="M19 19h0" stroke="#fff" stroke-width="2.5"/>`,
};
