import { giftDrawing } from "../gift-drawing.ts";
import { brown } from "../palette.ts";
import type { ChristmasTones } from "./christmas-hours.ts";
import type { FrameName, Setting } from "./scene.ts";

/** The woods on the far hill, as path data. */
export function littleFirs(frame: FrameName): string {
  const beside = frame === "wide" ? [...leftWood, ...rightWood] : [];
  return [[64, 438, 20], [432, 436, 24], [464, 448, 18], ...beside]
    .map(([x = 0, y = 0, width = 0]) => littleFir(x, y, width))
    .join("");
}

/** The sides of a wide frame: a village and snowy firs. */
export function christmasSides(tones: ChristmasTones, { frame, naming }: Setting): string {
  if (frame === "tall") return "";
  const fir = naming("snowy-fir");
  const snowyFir = (x: number, y: number, scale: number) =>
    `<use href="#${fir}" transform="translate(${x} ${y})scale(${scale})"/>`;
  return `
    <defs>${snowyFirDrawing(fir, tones)}</defs>
    ${cottage(566, 448, 1.5, tones)}${cottage(664, 436, 1.1, tones)}${cottage(-120, 466, 1.25, tones)}
    ${snowyFir(-250, 506, 1.15)}${snowyFir(-186, 520, 0.8)}
    ${snowyFir(736, 508, 1.2)}${snowyFir(520, 520, 0.62)}
    <g transform="translate(-92 424)scale(1.5)">${giftDrawing("snowman")}</g>`;
}

const leftWood = [
  [-282, 402, 20],
  [-240, 410, 24],
  [-196, 424, 18],
  [-84, 442, 22],
  [-50, 440, 16],
];

const rightWood = [
  [500, 440, 16],
  [524, 418, 22],
  [620, 392, 20],
  [652, 390, 26],
  [694, 396, 20],
  [726, 406, 24],
];

function littleFir(x: number, y: number, width: number): string {
  const third = Math.round(width / 3);
  return `M${x} ${Math.round(y - 2.6 * width)}l${width} ${1.5 * width}h-${third}l${width / 2} ${width}h-${3 * width - 2 * third}l${width / 2}-${width}h-${third}z`;
}

function cottage(x: number, y: number, scale: number, { snow, window, nearHill }: ChristmasTones): string {
  return `
    <g transform="translate(${x} ${y})scale(${scale})">
      <path d="M-17-34h34V0h-34z" fill="${brown.base}"/><path d="M4-34h13V0H4z" fill="${brown.dark}"/>
      <path d="M6-44v-15h7v15z" fill="${brown.deep}"/>
      <path d="m-23-32 23-23 23 23z" fill="${snow}" stroke="${snow}" stroke-width="4"/>
      <path d="M-11-24h9v9h-9zM7-16h7V0H7z" fill="${window}"/>
      <path d="M-24 4q6-8 16-5 8-5 16-1 10-3 16 6z" fill="${nearHill}"/>
    </g>`;
}

function snowyFirDrawing(id: string, tones: ChristmasTones): string {
  const layers = [0, -42, -80].map((lift, layer) => {
    const half = 58 - 13 * layer;
    const [bottom, top] = [lift - 14, lift - 86 + 6 * layer];
    return `
      <path d="M0 ${top}Q${half / 2} ${(top + bottom) / 2} ${half} ${bottom}Q0 ${bottom + 22}-${half} ${bottom}-${half / 2} ${(top + bottom) / 2} 0 ${top}z" fill="${tones.needles}"/>
      <path d="M0 ${top}Q${half / 2} ${(top + bottom) / 2} ${half} ${bottom}q-${half * 0.4} 9-${half * 0.8} 10 4-30-${half * 0.2}-${bottom - top + 10}z" fill="${tones.needlesShade}" opacity=".6"/>
      <path d="M${half} ${bottom}Q0 ${bottom + 22}-${half} ${bottom}q${half * 0.25}-9 ${half * 0.5} 2 ${half * 0.25}-9 ${half * 0.5} 1 ${half * 0.25}-9 ${half * 0.5} 0 ${half * 0.25}-10 ${half * 0.5}-3z" fill="${tones.snow}" stroke="${tones.snow}" stroke-width="3"/>`;
  });
  return `
    <g id="${id}">
      <path d="M-7-12H7V6H-7z" fill="${brown.dark}"/>${layers.join("")}
    </g>`;
}
