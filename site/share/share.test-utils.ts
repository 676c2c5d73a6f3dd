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
