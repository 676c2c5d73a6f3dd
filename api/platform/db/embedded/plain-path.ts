import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Binaries } from "./binaries.ts";

/** initdb passes the path of the other programs to a shell in double quotes, where these have a meaning. */
const HAS_MEANING = /[$`"\\]/;

/** Calls `use` with programs whose path is safe for initdb: a temporary copy, if theirs is not. */
export async function withPlainPath<T>(binaries: Binaries, use: (plain: Binaries) => Promise<T>): Promise<T> {
  const native = dirname(dirname(binaries.initdb));
  if (!HAS_MEANING.test(native)) return await use(binaries);
  const copy = mkdtempSync(join(tmpdir(), "tree-gifting-postgres-"));
  try {
    // Postgres's own user reads it, too.
    chmodSync(copy, 0o755);
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    return await use({ initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
