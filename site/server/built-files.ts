import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Encoded, type EncodedResponse, fromEncoded } from "./encoded-response.ts";

const FOR_EVER = "public, max-age=31536000, immutable";

/** Loads every file of the built site by path, with the compressed copies beside it. */
export function builtFiles(folder: string): ReadonlyMap<string, EncodedResponse> {
  const files = new Map<string, EncodedResponse>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (/\.(br|gz)$/.test(name) || !statSync(file).isFile()) continue;
    const path = `/${name.replaceAll("\\", "/")}`;
    const identity = readFileSync(file);
    const encoded = { identity, br: readBeside(`${file}.br`), gzip: readBeside(`${file}.gz`) };
    files.set(path, fromEncoded(path, Bun.file(file).type, encoded, { "cache-control": cacheOf(path) }));
  }
  return files;
}

const readBeside = (file: string): Encoded | undefined => (existsSync(file) ? readFileSync(file) : undefined);

/** Names under `_astro`, and the URL of the gift sprite, contain a hash of the content. */
const cacheOf = (path: string) => (path.startsWith("/_astro/") || path === "/gifts.svg" ? FOR_EVER : "no-cache");
