import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BunPlugin } from "bun";
import { SPRITE_VERSION } from "../../site/tree-picture/gift-sprite.ts";
import { run } from "../load/run.ts";

const ROOT = join(import.meta.dir, "../..");
const COMPETITORS = join(ROOT, "bench/competitors");
const BUILT = join(COMPETITORS, ".built");
const MODULES = join(COMPETITORS, "node_modules");
/** The output of each build. */
const SVELTEKIT = join(BUILT, "pages-sveltekit/handler.js");
export const NEXT = join(COMPETITORS, "pages-next/.next/standalone/pages-next/server.js");
const ASTRO_ENTRY = join(ROOT, "bench/data/.pages-astro/server/entry.mjs");
/** Astro resolves the config path from its root. */
const ASTRO = ["astro", "build", "--config", "bench/competitors/pages-astro/astro.config.mjs"];

/** SvelteKit and Astro need a newer Node than the product: on Linux it comes with the peers' packages. */
export function nodeOfPages(): string {
  const own = join(MODULES, `node-linux-${process.arch}/bin/node`);
  return existsSync(own) ? own : "node";
}

/** Makes production builds of the page peers that have changed since their last build. Takes some minutes. */
export async function buildPages(say: (sentence: string) => void): Promise<void> {
  await bundle("ask.ts", "node");
  await bundle("words.ts", "browser");
  const shared = [join(BUILT, "page-ask.mjs"), join(BUILT, "page-words.mjs"), join(COMPETITORS, "package-lock.json")];
  const builds = [
    { name: "pages-sveltekit", made: SVELTEKIT, command: join(MODULES, "vite/bin/vite.js") },
    { name: "pages-next", made: NEXT, command: join(MODULES, "next/dist/bin/next") },
  ];
  for (const { name, made, command } of builds) {
    const folder = join(COMPETITORS, name);
    await whereChanged(name, made, [...filesIn(folder), ...shared], say, () =>
      run([nodeOfPages(), command, "build"], QUIET, folder),
    );
  }
  const site = ["site", "contract", "shared"].flatMap((name) => filesIn(join(ROOT, name)));
  const astro = [...filesIn(join(COMPETITORS, "pages-astro")), ...site, join(ROOT, "package-lock.json")];
  await whereChanged("pages-astro", ASTRO_ENTRY, astro, say, () =>
    run([process.execPath, "--bun", ...ASTRO], QUIET, ROOT),
  );
}

const QUIET = { NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };

/**
 * The code that the peers share, as JavaScript. Without AMD: Next.js would look for what its wrappers name. Browsers have
 * no node:crypto, and Bun's replacement is most of a megabyte: they get the one hash that the code takes.
 */
function bundle(file: string, target: "node" | "browser") {
  const contents = `export const createHash = () => ({ update() { return this; }, digest: () => "${SPRITE_VERSION}" });`;
  const crypto: BunPlugin = {
    name: "no crypto in browsers",
    setup(build) {
      build.onResolve({ filter: /^node:crypto$/ }, ({ path }) => ({ path, namespace: "hashed" }));
      build.onLoad({ filter: /.*/, namespace: "hashed" }, () => ({ contents, loader: "js" }));
    },
  };
  return Bun.build({
    entrypoints: [join(COMPETITORS, "page", file)],
    target,
    outdir: BUILT,
    naming: `page-${file.replace(".ts", ".mjs")}`,
    define: { define: "undefined" },
    plugins: target === "browser" ? [crypto] : [],
  });
}

/** Leaves out build output: names that begin with a dot, and what SvelteKit puts into node_modules. */
function filesIn(folder: string): string[] {
  const names = [...new Bun.Glob("**/*").scanSync(folder)].filter((name) => !name.startsWith("node_modules/"));
  return names.toSorted().map((name) => join(folder, name));
}

async function whereChanged(
  name: string,
  made: string,
  files: readonly string[],
  say: (sentence: string) => void,
  build: () => Promise<unknown>,
): Promise<void> {
  const hash = createHash("sha256").update(nodeOfPages());
  for (const file of files) hash.update(file).update(readFileSync(file));
  const [mark, current] = [join(BUILT, `${name}.hash`), hash.digest("hex")];
  if (existsSync(made) && existsSync(mark) && readFileSync(mark, "utf8") === current) return;
  say(`building ${name}`);
  await build();
  writeFileSync(mark, current);
}
