import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A `PATH` on which a shell finds curl: the machine's own or, where there is none, `curl.ts`. */
export function pathWithCurl(path = process.env.PATH ?? ""): string {
  if (Bun.which("curl", { PATH: path })) return path;
  const folder = mkdtempSync(join(tmpdir(), "tree-curl-"));
  const file = join(folder, "curl");
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, "curl.ts")}" "$@"\n`);
  chmodSync(file, 0o755);
  return `${path}${delimiter}${folder}`;
}
