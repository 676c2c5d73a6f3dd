import { Resvg, type ResvgRenderOptions } from "./png.ts";

/** A drawing as RGBA pixels. */
export function rasterised(svg: string, options: ResvgRenderOptions = {}) {
  const { pixels, width, height } = new Resvg(svg, options).render();
  return { pixels, width, height };
}
