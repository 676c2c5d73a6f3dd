import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { methodsOf } from "./methods.ts";

const PAGES = join(import.meta.dir, "../pages");

test.each([...new Glob("**/*.{astro,ts}").scanSync(PAGES)])(
  "%s is sent forms where it reads them, and only there",
  (file) => {
    const readsForms = /"POST"|\bPOST:/.test(readFileSync(join(PAGES, file), "utf8"));
    const path = `/${file.replace(/\.(astro|ts)$/, "").replace(/(^|\/)index$/, "")}`.replaceAll(/\[\w+\]/g, "aB3dE5gH");
    for (const prefix of ["", "/ko"])
      expect([path, methodsOf(prefix + path).includes("POST")]).toEqual([path, readsForms]);
  },
);
