import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROUTES } from "../routes.ts";
import { type Encoded, type EncodedResponse, fromEncoded } from "./encoded-response.ts";

const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * Loads every file of the built site by path, with the compressed copies beside it. A file with a version in its address
 * has that address, too.
 */
export function builtFiles(folder: string): ReadonlyMap<string, EncodedResponse> {
  const files = new Map<string, EncodedResponse>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (/\.(br|gz)$/.test(name) || !statSync(file).isFile()) continue;
    const path = `/${name.replaceAll("\\", "/")}`;
    const identity = readFileSync(file);
    const encoded = { identity, br: readBeside(`${file}.br`), gzip: readBeside(`${file}.gz`) };
    const given = (cacheControl: string) =>
      fromEncoded(path, Bun.file(file).type, encoded, { "cache-control": cacheControl });
    // Names under `_astro` contain a hash of the content.
    files.set(path, given(path.startsWith("/_astro/") ? FOR_EVER : "no-cache"));
    const version = ROUTES[path]?.version;
    if (version) files.set(`${path}?v=${version}`, given(FOR_EVER));
  }
  return files;
}

const readBeside = (file: string): Encoded | undefined => (existsSync(file) ? readFileSync(file) : undefined);
