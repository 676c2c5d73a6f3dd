// Deletes from a folder in which the site was built what no running program needs: packages that only the build uses,
// and files that only developers read. For the image: bun keep-what-runs.ts FOLDER
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, join } from "node:path";
import { Glob } from "bun";
import { findBinaries } from "../../api/platform/db/embedded/binaries.ts";
import { fontFiles } from "../../site/share/lettering/fonts.ts";

const [, , ROOT = ""] = process.argv;
const MODULES = join(ROOT, "node_modules");
/** The part of Astro that runs is in what it built. Its endpoint for images, which would load sharp, is switched off. */
const ONLY_BUILDS = ["astro", "@astrojs/mdx", "@astrojs/node", "@astrojs/prism", "sharp"];
const SOURCES_OF_THE_BUILD = [
  ".astro",
  "e2e",
  "public",
  "astro.config.mjs",
  "tsconfig.json",
  ".npmrc",
  "package-lock.json",
];
/** Each command's link, and a second Bun that only `bunx` needs. */
const PROGRAMS = ["node_modules/.bin", "node_modules/bun/bin/bunx.exe"];
const FOR_DEVELOPERS = new Glob("**/*.{map,d.ts,d.mts,d.cts}");

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

// Creates the links between Postgres's libraries, which it could not in a read-only file system.
findBinaries();
const kept = new Set<string>();
const { dependencies = {}, optionalDependencies = {} } = manifestOf(ROOT);
const imported = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...(await importedByThePages())];
for (const name of imported) if (!ONLY_BUILDS.includes(name)) keep(name, ROOT);
for (const folder of packagesIn(MODULES)) if (!kept.has(folder)) rmSync(folder, { recursive: true, force: true });
for (const file of FOR_DEVELOPERS.scanSync({ cwd: MODULES, dot: true })) rmSync(join(MODULES, file));
// Each font comes in every weight, and in a second format for old browsers.
const fonts = new Set(fontFiles.map(({ path }) => basename(path)));
for (const file of new Glob("@fontsource/*/files/*").scanSync({ cwd: MODULES }))
  if (!fonts.has(basename(file))) rmSync(join(MODULES, file));
for (const path of [...SOURCES_OF_THE_BUILD, ...PROGRAMS]) rmSync(join(ROOT, path), { recursive: true, force: true });

/** Keeps a package and those it depends on, found as Node finds them from a folder. */
function keep(name: string, from: string): void {
  const folder = join(from, "node_modules", name);
  if (!existsSync(folder)) {
    // Not installed: for another system, or an optional peer.
    if (from !== ROOT) keep(name, dirname(from));
    return;
  }
  if (kept.has(folder)) return;
  kept.add(folder);
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(folder);
  const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
  for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) keep(each, folder);
}

/** Astro leaves some packages outside of what it builds. */
async function importedByThePages(): Promise<string[]> {
  const scanner = new Bun.Transpiler({ loader: "js" });
  const names = new Set<string>();
  for (const file of new Glob("dist/server/**/*.mjs").scanSync({ cwd: ROOT, absolute: true })) {
    for (const { path } of scanner.scanImports(await Bun.file(file).text())) {
      const [scope = "", name] = path.split("/");
      if (!path.startsWith(".") && !path.includes(":") && !builtinModules.includes(path))
        names.add(scope.startsWith("@") ? `${scope}/${name}` : scope);
    }
  }
  return [...names];
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Every package in a folder of packages, and those nested in them. */
function packagesIn(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const folder = join(modules, entry.name);
    if (!entry.isDirectory() || entry.name === ".bin") return [];
    if (entry.name.startsWith("@")) return readdirSync(folder).flatMap((name) => withNested(join(folder, name)));
    return withNested(folder);
  });
}

function withNested(folder: string): string[] {
  return [folder, ...packagesIn(join(folder, "node_modules"))];
}
