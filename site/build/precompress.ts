import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { AstroIntegration } from "astro";

const TEXTS = new Set([".css", ".html", ".js", ".json", ".md", ".svg", ".txt", ".xml"]);
// Below this size, the extra headers cost more than compression saves.
const BYTES_AT_LEAST = 200;

/** Compresses every text file of the build with brotli and gzip at the highest level; the router serves the copies. */
export const precompress = (): AstroIntegration => ({
  name: "precompress",
  hooks: {
    "astro:build:done": ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!TEXTS.has(extname(name))) continue;
        const file = join(folder, name);
        const bytes = readFileSync(file);
        if (bytes.length < BYTES_AT_LEAST) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  },
});
