import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Shape } from "./shape.ts";

const MIGRATIONS = join(import.meta.dir, "../../api/platform/db/migrations");
const SOURCES = ["seed.ts", "sealed.ts", "shape.ts"].map((name) => join(import.meta.dir, name));

/** Identifies what a seeded database was made from. It changes with the migrations, the sizes and the seeding code. */
export function fingerprintOf(shape: Shape): string {
  const migrations = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  const hash = createHash("sha256").update(JSON.stringify(shape));
  for (const file of [...migrations.toSorted().map((name) => join(MIGRATIONS, name)), ...SOURCES]) {
    hash.update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}
