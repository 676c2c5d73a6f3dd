import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

/**
 * Keeps the styles and scripts of the build before, since pages that are open or cached still name them. Those of older
 * builds go: the folder must not grow forever.
 */
export function keepFormer(): AstroIntegration {
  let [folder, list] = ["", ""];
  let files: [name: string, bytes: Buffer][] = [];
  let older: string[] = [];
  const names = () => (existsSync(folder) ? readdirSync(folder) : []);
  return {
    name: "keep-former",
    hooks: {
      "astro:config:done": ({ config }) => {
        folder = fileURLToPath(new URL("_astro/", config.build.client));
        list = fileURLToPath(new URL(".former.json", config.outDir));
      },
      // Astro then empties the folder.
      "astro:build:start": () => {
        older = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
        files = names().map((name) => [name, readFileSync(join(folder, name))]);
      },
      "astro:build:done": () => {
        const current = new Set(names());
        const gone = files.filter(([name]) => !current.has(name));
        const former = gone.filter(([name]) => !older.includes(name));
        // Built again without a change, it is still the same build.
        const kept = former.length > 0 ? former : gone;
        for (const [name, bytes] of kept) writeFileSync(join(folder, name), bytes);
        writeFileSync(list, JSON.stringify(kept.map(([name]) => name)));
      },
    },
  };
}
