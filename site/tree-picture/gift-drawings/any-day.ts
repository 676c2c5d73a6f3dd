import { cream, gold, green, ink, pink, red } from "../palette.ts";

/** Gifts for any occasion, by gift id. */
export const anyDayDrawings = {
  card: `
    <path d="M10 11h44q3 0 3 3v38q0 3-3 3H10z" fill="${cream.dark}" stroke="${cream.deep}"/>
    <path d="M47 20h4M47 27h4M47 34h4" stroke="${pink.dark}"/>
    <path d="M7 11q0-3 3-3.5l30-4.5q3-.5 3 3v53q0 3.5-3 3l-30-4.5q-3-.5-3-3.5z" fill="${cream.light}" stroke="${cream.deep}"/>
    <path d="m12 13 26-4v47l-26-4z" fill="none" stroke="${pink.base}" stroke-dasharray="0 4.3"/>
    <path d="M25 48c-13-10-14-17-11-22 4-4 9-2 11 3 2-5 8-9 11-5 4 6 0 14-11 24z" fill="${red.base}" stroke="${red.deep}"/>
    <path d="M17 31q0-3 2.5-3" fill="none" stroke="${red.light}" stroke-width="2.5"/>`,

  present: `
    <rect x="11" y="30" width="42" height="29" rx="3" fill="${red.base}" stroke="${red.deep}"/>
    <path d="M40 31h12v27H40z" fill="${red.dark}"/>
    <path d="M18 42h0M18 52h0M46 39h0M46 49h0M23 47h0" stroke="${red.light}" stroke-width="3.5"/>
    <rect x="7" y="22" width="50" height="11" rx="3" fill="${red.light}" stroke="${red.deep}"/>
    <path d="M27 22h10v37H27z" fill="${gold.base}" stroke="${gold.deep}"/>
    <path d="M34 34h2v24h-2z" fill="${gold.dark}"/>
    <path d="M32 21C20 23 11 18 14 10c3-7 15-3 18 11z" fill="${gold.light}" stroke="${gold.deep}"/>
    <path d="M32 21c12 2 21-3 18-11-3-7-15-3-18 11z" fill="${gold.base}" stroke="${gold.deep}"/>
    <path d="M20 13q5 0 8 5M44 13q-5 0-8 5" fill="none" stroke="${gold.dark}"/>
    <circle cx="32" cy="20" r="4.5" fill="${gold.base}" stroke="${gold.deep}"/>`,

  "pink-teddy": `
    <g fill="${pink.base}" stroke="${pink.deep}">
      <circle cx="17" cy="12" r="7.5"/><circle cx="47" cy="12" r="7.5"/>
      <ellipse cx="15" cy="42" rx="6" ry="9" transform="rotate(35 15 42)"/>
      <ellipse cx="49" cy="42" rx="6" ry="9" transform="rotate(-35 49 42)"/>
      <ellipse cx="32" cy="46" rx="16" ry="14"/>
      <circle cx="19" cy="54" r="7"/><circle cx="45" cy="54" r="7"/>
      <ellipse cx="32" cy="22" rx="18.5" ry="15.5"/>
    </g>
    <path d="M47 15c3 11-5 21-15 22 12 2 20-8 18-16zM43 40q4 6 2 7 4-2 2-8z" fill="${pink.dark}"/>
    <circle cx="17" cy="12" r="3.5" fill="${pink.dark}"/><circle cx="47" cy="12" r="3.5" fill="${pink.dark}"/>
    <ellipse cx="32" cy="48" rx="8.5" ry="8" fill="${pink.light}"/>
    <circle cx="19" cy="54" r="3.5" fill="${pink.light}"/><circle cx="45" cy="54" r="3.5" fill="${pink.light}"/>
    <ellipse cx="32" cy="27" rx="8" ry="6" fill="${cream.light}"/>
    <path d="M25 20h0M39 20h0" stroke="${ink}" stroke-width="4.5"/>
    <path d="M32 27v2q-3 2-4 0M32 29q3 2 4 0" fill="none" stroke="${ink}" stroke-width="1.5"/>
    <ellipse cx="32" cy="25" rx="3" ry="2" fill="${ink}"/>
    <path d="m32 38-8-4v8zl8-4v8z" fill="${red.base}" stroke="${red.dark}"/>`,

  "lucky-clover": `
    <path d="M33 34q2 14 10 24" fill="none" stroke="${green.deep}" stroke-width="7"/>
    <path d="M33 34q2 14 10 24" fill="none" stroke="${green.base}" stroke-width="3.5"/>
    ${[45, 135, 225, 315].map((turn) => cloverLeaf(turn)).join("")}
    <path d="m24 20 16 16m0-16L24 36" stroke="${green.light}" stroke-width="2.5"/>`,
};

function cloverLeaf(turn: number): string {
  const fill = turn < 180 ? green.base : green.light;
  return `<path d="M32 28C19 22 18 12 22 7q6-5 10 2 4-7 10-2c4 5 3 15-10 21z" fill="${turn === 315 ? green.light : fill}" stroke="${green.deep}" transform="rotate(${turn} 32 28)"/>`;
}
