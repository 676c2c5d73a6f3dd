import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { AstroIntegration } from "astro";

const TEXTS = new Set([".css", ".html", ".js", ".json", ".md", ".svg", ".txt", ".xml"]);
// Below this, the headers weigh more than what is spared.
const BYTES_AT_LEAST = 200;

/** Writes every text that the build made once more in brotli and gzip, as small as they get; the front door serves them. */
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
