import { Resvg, type ResvgRenderOptions } from "./png.ts";

/** A drawing as RGBA pixels. */
export function rasterised(svg: string, options: ResvgRenderOptions = {}) {
  const { pixels, width, height } = new Resvg(svg, options).render();
  return { pixels, width, height };
}

/** Reads the header of a PNG. */
export function headerOf(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { signature: view.getBigUint64(0).toString(16), width: view.getUint32(16), height: view.getUint32(20) };
}

/** The edges of the panels that words stand on in a share picture, in its pixels, from the top. */
export function panelsOf(svg: string) {
  const rects = svg.matchAll(
    /<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx="\d+" fill="#fff" stroke="#d6c5a6"/g,
  );
  return [...rects].map((rect) => {
    const [left = 0, top = 0, width = 0, height = 0] = rect.slice(1).map(Number);
    return { left, top, right: left + width, bottom: top + height };
  });
}
