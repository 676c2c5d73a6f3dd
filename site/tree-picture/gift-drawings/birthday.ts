import { blue, brown, cream, gold, ink, pink, red, snow, violet } from "../palette.ts";

/** Gifts offered first for a birthday, by gift id. */
export const birthdayDrawings = {
  "birthday-cake": `
    <path d="M22 14v10M32 12v12M42 14v10" stroke="${blue.dark}" stroke-width="5"/>
    <path d="M22 14v10M32 12v12M42 14v10" stroke="${blue.light}" stroke-width="3" stroke-dasharray="2 4"/>
    <path d="M22 3q5 5 0 9-5-4 0-9zM32 1q5 5 0 9-5-4 0-9zM42 3q5 5 0 9-5-4 0-9z" fill="${gold.base}" stroke="${gold.dark}" stroke-width="1.5"/>
    <path d="M5 58h54" stroke="${snow.deep}" stroke-width="6"/><path d="M5 58h54" stroke="${snow.base}" stroke-width="3"/>
    <rect x="8" y="38" width="48" height="19" rx="4" fill="${cream.base}" stroke="${brown.dark}"/>
    <rect x="14" y="23" width="36" height="17" rx="4" fill="${cream.base}" stroke="${brown.dark}"/>
    <path d="M45 33h4v6h-4zM50 47h5v9h-5z" fill="${cream.dark}"/>
    <path d="M14 32v-5q0-4 4-4h28q4 0 4 4v5q-2.5 5-5 0-2-3-4 0-2.5 7-5 0-2-3-4 0-2.5 5-5 0-2-3-4 0-2.5 6-5 0-2-3-4 0zM8 48v-6q0-4 4-4h40q4 0 4 4v6q-3 5-6 0-3-3-6 0-3 6-6 0-3-3-6 0-3 5-6 0-3-3-6 0-3 6-6 0-3-3-6 0z" fill="${pink.base}" stroke="${pink.deep}" stroke-width="1.5"/>
    <path d="M14 42h18M19 26.5h10" stroke="${pink.light}" stroke-width="2.5"/>`,

  balloons: `
    <path d="M32 38Q30 52 32 62M17 39q9 10 15 23M47 39q-9 10-15 23" fill="none" stroke="${cream.deep}" stroke-width="1.5"/>
    <path d="m32 35-3 5h6z" fill="${gold.dark}" stroke="${gold.deep}"/>
    <ellipse cx="32" cy="19" rx="13" ry="16" fill="${gold.base}" stroke="${gold.deep}"/>
    <path d="m17 38-4 4h7zM47 38l-3 4h7z" fill="${red.dark}" stroke="${ink}" stroke-width="1"/>
    <ellipse cx="17" cy="25" rx="12" ry="14.5" fill="${red.base}" stroke="${red.deep}"/>
    <ellipse cx="47" cy="25" rx="12" ry="14.5" fill="${blue.base}" stroke="${blue.deep}"/>
    <path d="M27 22c1 8-3 14-9 16 9-1 13-10 9-16z" fill="${red.dark}"/>
    <path d="M57 22c1 8-3 14-9 16 9-1 13-10 9-16z" fill="${blue.dark}"/>
    <path d="M10 23q0-5 4-7M40 23q0-5 4-7M25 14q1-4 4-6" fill="none" stroke="#fff" stroke-width="3" opacity=".8"/>`,

  cupcake: `
    <path d="M13 38h38l-6 20q-.5 2-3 2H22q-2.5 0-3-2z" fill="${blue.base}" stroke="${blue.deep}"/>
    <path d="M44 38h7l-6 20q-.5 2-3 2h-3z" fill="${blue.dark}"/>
    <path d="m21 42 3 16M32 42v16M43 42l-3 16" stroke="${blue.light}"/>
    <path d="M14 41c-8 0-9-11-1-12-2-8 5-10 7-10 0-7 7-10 12-10s12 3 12 10c2 0 9 2 7 10 8 1 7 12-1 12z" fill="${pink.base}" stroke="${pink.deep}"/>
    <path d="M44 19c2 0 9 2 7 10 8 1 7 12-1 12H38c11-3 8-9 4-11 6-2 4-8 2-11z" fill="${pink.dark}"/>
    <path d="M13 29q10 4 22 1M20 19q7 4 15 1" fill="none" stroke="${pink.deep}" stroke-width="1.5"/>
    <path d="M18 25q1-2 4-3M12 36q0-3 2-4" fill="none" stroke="${pink.light}" stroke-width="3"/>
    <path d="m24 34 3 1M39 24l2-1" stroke="${gold.base}" stroke-width="3"/><path d="m33 36 2-2M29 25l2-1" stroke="${violet.dark}" stroke-width="3"/>
    <path d="M32 8q2-5 7-5" fill="none" stroke="${brown.dark}"/>
    <circle cx="32" cy="11" r="6" fill="${red.base}" stroke="${red.deep}"/><path d="M30 9h0" stroke="#fff" stroke-width="3"/>`,

  "party-hat": `
    <path d="m32 10 20 45q-20 8-40 0z" fill="${blue.base}" stroke="${blue.deep}"/>
    <path d="m26.2 23-3.5 8q10 5 20.6 4l-3.6-8q-7 0-13.5-4zm-6.8 16-3.4 8q16 6 34 4l-3.8-8.5q-14 1-26.8-3.5z" fill="${gold.base}"/>
    <path d="m33 12 19 43q-5 2-11 3z" fill="${ink}" opacity=".16"/>
    <path d="M11 56q2 4 5 1.5 2 4 5.3 1 2.5 4 5.3.8 2.5 4 5.4.2 2.5 3.8 5.4-.2 2.5 3.2 5.3-.8 3 2.5 5.3-1 3.5 2 5-1.5" fill="none" stroke="${red.deep}" stroke-width="6"/>
    <path d="M11 56q2 4 5 1.5 2 4 5.3 1 2.5 4 5.3.8 2.5 4 5.4.2 2.5 3.8 5.4-.2 2.5 3.2 5.3-.8 3 2.5 5.3-1 3.5 2 5-1.5" fill="none" stroke="${red.light}" stroke-width="3"/>
    <path d="M32 2v16M24 10h16M26.5 4.5l11 11M37.5 4.5l-11 11" stroke="${red.deep}" stroke-width="6"/>
    <path d="M32 3v14M25 10h14M27 5l10 10M37 5 27 15" stroke="${red.light}" stroke-width="3.5"/>`,

  "ice-cream": `
    <path d="M14 35h36L35 61q-3 3-6 0z" fill="${gold.dark}" stroke="${brown.dark}"/>
    <path d="m20 36 16 21M32 36l9 12M44 36 28 57M32 36l-9 12" stroke="${gold.light}"/>
    <circle cx="32" cy="15" r="12.5" fill="${cream.light}" stroke="${cream.deep}"/>
    <path d="M42 9c3 8-2 14-8 16 8 2 14-8 8-16z" fill="${cream.dark}"/>
    <path d="M11 38c-4-17 8-21 21-21s25 4 21 21c-1 4-6 4-8 0-2 5-7 6-9 1-2 4-7 3-8-1-3 5-7 6-9 1-2 3-7 3-8-1z" fill="${pink.base}" stroke="${pink.deep}"/>
    <path d="M48 21c7 4 6 13 5 17-1 4-6 4-8 0 4-4 6-10 3-17z" fill="${pink.dark}"/>
    <path d="M17 29q1-5 6-6M24 12q1-3 4-4" fill="none" stroke="#fff" stroke-width="3"/>
    <path d="m30 14 2 1M36 9l1 2M38 17l2-1" stroke="${red.base}" stroke-width="2.5"/>`,

  "music-box": `
    <path d="m7 41 5-35q.5-4 4-4h32q3.5 0 4 4l5 35z" fill="${violet.dark}" stroke="${violet.deep}"/>
    <path d="m13 41 4-33q0-2 2-2h26q2 0 2 2l4 33z" fill="${violet.light}"/>
    <path d="m21 10-1 8M26 9l-1 5" stroke="#fff" stroke-width="2.5"/>
    <path d="M32 30v12m0-6 5-3" fill="none" stroke="${cream.dark}" stroke-width="3"/>
    <path d="M30 21c-7-4-6-12 2-13 8 1 9 9 2 13" fill="none" stroke="${cream.dark}" stroke-width="2.5"/>
    <path d="M29 19h6v8h-6z" fill="${red.base}"/>
    <path d="M20 31q3-7 12-7t12 7q-3 3-6 0-3 3-6 0-3 3-6 0-3 3-6 0z" fill="${pink.base}" stroke="${pink.deep}" stroke-width="1.5"/>
    <circle cx="32" cy="15" r="4" fill="${cream.dark}"/><path d="M28 14q0-4 4-4t4 4q-4-2-8 0zM32 9h0" fill="${brown.deep}" stroke="${brown.deep}"/>
    <path d="M57 49h5m0-3.5v7" stroke="${gold.dark}" stroke-width="3"/>
    <rect x="5" y="41" width="52" height="20" rx="3" fill="${violet.base}" stroke="${violet.deep}"/>
    <path d="M48 42h8v18h-8z" fill="${violet.dark}"/>
    <path d="M7 45h48" stroke="${gold.base}" stroke-width="3"/>
    <path d="M31 58c-7-4-7-7-5-8.5 2-1 4 0 5 1.5 1-1.5 3-2.5 5-1.5 2 1.5 2 4.5-5 8.5z" fill="${gold.base}"/>`,

  kite: `
    <path d="M24 41c0 12 14 3 16 11 1 4-1 7-4 9" fill="none" stroke="${violet.dark}" stroke-width="3"/>
    <path d="m39 1-5 18-23-4z" fill="${gold.base}"/><path d="m39 1-5 18 22 4z" fill="${red.base}"/>
    <path d="m11 15 23 4-10 22z" fill="${pink.base}"/><path d="m56 23-22-4-10 22z" fill="${blue.base}"/>
    <path d="m39 1 17 22-32 18-13-26z" fill="none" stroke="${ink}"/><path d="m39 1-5 18-10 22M11 15l45 8" fill="none" stroke="${ink}" stroke-width="1.5"/>
    <path d="M32 7q-8 4-13 6" fill="none" stroke="${gold.light}" stroke-width="3"/>
    <path d="m28 48-3-6-5 6zl3 6 5-5zM40 54l6-4v8zl-6-4v8z" fill="${gold.base}" stroke="${gold.deep}" stroke-width="1.5"/>`,
};
