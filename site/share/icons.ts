import { readFile } from "node:fs/promises";
import { Resvg } from "./png.ts";

// The site's icons, all rendered from public/favicon.svg. `bun site/share/icons.ts` writes them to public/.
const DRAWING = new URL("../../public/favicon.svg", import.meta.url);
const PAPER = "#fbf6ee";
/** Sizes of the tab icon that old browsers and programs request. */
const ICO_PIXELS = [16, 32, 48];

type Ground = "none" | "rounded" | "whole";
type Icon = { pixels: number; ground: Ground; share: number };

/** By file: its size, what is behind the tree, and the share of the width that the tree takes. */
const PNGS: Record<string, Icon> = {
  // iOS rounds the corners itself.
  "apple-touch-icon.png": { pixels: 180, ground: "whole", share: 0.78 },
  "icon-192.png": { pixels: 192, ground: "rounded", share: 0.78 },
  "icon-512.png": { pixels: 512, ground: "rounded", share: 0.78 },
  // Systems mask it with their own shapes: only the middle four fifths are safe.
  "icon-maskable-512.png": { pixels: 512, ground: "whole", share: 0.72 },
};

/** Renders every icon, by file name. The same drawing gives the same bytes. */
export async function drawnIcons(): Promise<Record<string, Uint8Array>> {
  const drawing = await readFile(DRAWING, "utf8");
  const pngs = Object.entries(PNGS).map(([name, icon]) => [name, drawn(drawing, icon)] as const);
  const ico = icoOf(
    ICO_PIXELS.map((pixels) => ({ pixels, png: drawn(drawing, { pixels, ground: "none", share: 1 }) })),
  );
  return { ...Object.fromEntries(pngs), "favicon.ico": ico };
}

function drawn(drawing: string, { pixels, ground, share }: Icon): Uint8Array {
  const inset = (24 * (1 - share)) / 2;
  const tree = drawing.replace("<svg ", `<svg x="${inset}" y="${inset}" width="${24 * share}" height="${24 * share}" `);
  const radius = ground === "rounded" ? 5 : 0;
  const behind = ground === "none" ? "" : `<rect width="24" height="24" rx="${radius}" fill="${PAPER}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${behind}${tree}</svg>`;
  return new Resvg(svg, { fitTo: { mode: "width", value: pixels } }).render().asPng();
}

/** Several sizes in one file: a header, an entry for each, then the PNGs. */
function icoOf(icons: readonly { pixels: number; png: Uint8Array }[]): Uint8Array {
  const LINE_BYTES = 16;
  const head = Buffer.alloc(6 + LINE_BYTES * icons.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(icons.length, 4);
  let offset = head.length;
  for (const [place, { pixels, png }] of icons.entries()) {
    const line = 6 + LINE_BYTES * place;
    head.writeUInt8(pixels, line);
    head.writeUInt8(pixels, line + 1);
    head.writeUInt16LE(1, line + 4);
    head.writeUInt16LE(32, line + 6);
    head.writeUInt32LE(png.length, line + 8);
    head.writeUInt32LE(offset, line + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...icons.map(({ png }) => png)]);
}

if (import.meta.main) {
  for (const [name, bytes] of Object.entries(await drawnIcons()))
    await Bun.write(new URL(`../../public/${name}`, import.meta.url), bytes);
}
