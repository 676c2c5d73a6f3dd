import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { methodsOf } from "./methods.ts";

const PAGES = join(import.meta.dir, "../pages");

test.each([...new Glob("**/*.{astro,ts}").scanSync(PAGES)])("%s allows exactly the methods it implements", (file) => {
  const source = readFileSync(join(PAGES, file), "utf8");
  const reads = file.endsWith(".astro") || /\bGET\b/.test(source) ? ["GET", "HEAD"] : [];
  const takes = /"POST"|\bPOST:/.test(source) ? ["POST"] : [];
  const path = `/${file.replace(/\.(astro|ts)$/, "").replace(/(^|\/)index$/, "")}`.replaceAll(/\[\w+\]/g, "aB3dE5gH");
  for (const prefix of ["", "/ko"]) expect([path, methodsOf(prefix + path)]).toEqual([path, [...reads, ...takes]]);
});
