import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { keepFormer } from "./keep-former.ts";

const dist = mkdtempSync(join(tmpdir(), "tree-dist-"));
const folder = join(dist, "client/_astro");
beforeEach(() => rmSync(dist, { recursive: true, force: true }));
afterAll(() => rmSync(dist, { recursive: true, force: true }));

/** Builds as Astro does: it empties the folder between the hooks. Returns the files that are there afterwards. */
function build(...names: string[]): string[] {
  const { hooks } = keepFormer();
  const call = (name: keyof typeof hooks, argument: object) => (hooks[name] as (given: object) => void)(argument);
  const url = (path: string) => pathToFileURL(`${join(dist, path)}/`);
  call("astro:config:done", { config: { outDir: url(""), build: { client: url("client") } } });
  call("astro:build:start", {});
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), name);
  call("astro:build:done", {});
  return readdirSync(folder).toSorted();
}

test("keeps the files of one build before", () => {
  expect(build("a.1.css", "b.1.js")).toEqual(["a.1.css", "b.1.js"]);
  expect(build("a.2.css", "b.1.js")).toEqual(["a.1.css", "a.2.css", "b.1.js"]);
  expect(build("a.3.css", "b.1.js")).toEqual(["a.2.css", "a.3.css", "b.1.js"]);
});

test("keeps them in a build that changes nothing", () => {
  build("a.1.css");
  build("a.2.css");
  expect(build("a.2.css")).toEqual(["a.1.css", "a.2.css"]);
});
