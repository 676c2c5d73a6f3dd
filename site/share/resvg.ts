import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { initWasm } from "@resvg/resvg-wasm";

// The rasterizer, compiled once for each thread.
await initWasm(await readFile(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));

export { Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";
