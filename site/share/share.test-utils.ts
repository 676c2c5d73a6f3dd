import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";

await initWasm(await readFile(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));

/** A drawing as RGBA pixels. */
export function rasterised(svg: string, options: ResvgRenderOptions = {}) {
  const { pixels, width, height } = new Resvg(svg, options).render();
  return { pixels, width, height };
}
