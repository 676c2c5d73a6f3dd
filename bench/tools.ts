import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./load/run.ts";

const COMPETITORS = join(import.meta.dir, "competitors");
const BUILT = join(COMPETITORS, ".built");
const TOOLS = { wrk: "wrk", pgbench: "postgresql-contrib", nginx: "nginx-light" };

/** Returns what is missing on this machine and how to install it, or null if nothing is. */
export function missingTools(): string | null {
  const missing = Object.entries(TOOLS).filter(([tool]) => findTool(tool) === null);
  if (missing.length === 0) return null;
  const names = missing.map(([tool]) => tool).join(", ");
  return `The benchmark needs ${names}: on Debian, apt-get install ${missing.map(([, name]) => name).join(" ")}.`;
}

/** Returns the path of a tool; nginx is often on root's PATH only. */
export const findTool = (name: string): string | null =>
  Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` });

/** Installs the packages of a folder with a lock file of its own, at the first use and when the lock changes. */
export async function installPackages(folder: string, sayBefore: () => void): Promise<void> {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const installed = join(folder, "node_modules/.installed-lock.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  sayBefore();
  await run(["npm", "ci", "--no-audit", "--no-fund"], {}, folder);
  writeFileSync(installed, lock);
}

/** Installs the peers' packages, and bundles the code that they share for Node. */
export async function preparePeers(say: (sentence: string) => void): Promise<void> {
  await installPackages(COMPETITORS, () => say("installing the peers' packages, which the product does not need"));
  // The peers must run on Node 20 too, which lacks the Map.groupBy that the word filter uses.
  const banner =
    "Map.groupBy ??= (items, keyOf) => { const groups = new Map(); for (const item of items) { const key = keyOf(item); groups.set(key, [...(groups.get(key) ?? []), item]); } return groups; };";
  const bundle = ["build", join(COMPETITORS, "work.ts"), "--target=node", `--outfile=${join(BUILT, "work.mjs")}`];
  await run([process.execPath, ...bundle, `--banner=${banner}`], {}, COMPETITORS);
  const [made, schema] = [join(BUILT, "prisma/index.js"), join(COMPETITORS, "express/schema.prisma")];
  if (existsSync(made) && statSync(made).mtimeMs > statSync(schema).mtimeMs) return;
  // It would download an engine for migrations, which the product has run already.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", CHECKPOINT_DISABLE: "1" };
  await run([join(COMPETITORS, "node_modules/.bin/prisma"), "generate", "--schema", schema], env, COMPETITORS);
}
