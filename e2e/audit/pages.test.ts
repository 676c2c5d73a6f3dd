import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { PAGES } from "./pages.ts";

const FOLDER = join(import.meta.dir, "../../site/pages");
const seed = {
  cookie: "",
  moderator: "",
  open: "aaaaaaaa",
  closed: "bbbbbbbb",
  sixty: "cccccccc",
  surprise: "surprise",
  prepared: "prepared",
  unwrapped: "dddddddd",
  gift: "none",
  confirming: "none",
  signingIn: "none",
  sent: { id: "none", takeBackKey: "none" },
  replied: { id: "none", takeBackKey: "none" },
};

/** The URLs that a file of the site's pages serves. */
function addressesOf(file: string): RegExp {
  const path = file
    .replace(/\.astro$/, "")
    .replace(/(^|\/)index$/, "")
    .replace(/\[\.\.\.\w+\]/g, ".+")
    .replace(/\[\w+\]/g, "[^/]+");
  return new RegExp(`^/${path}/?$`);
}

test("lists every page of the site, so that each is audited and its size checked", async () => {
  const addresses = PAGES.map((page) => new URL(page.address(seed), "http://site").pathname);
  const missing: string[] = [];
  for await (const file of new Glob("**/*.astro").scan(FOLDER)) {
    // It answers unknown URLs.
    if (file === "404.astro") continue;
    if (!addresses.some((address) => addressesOf(file).test(address))) missing.push(file);
  }
  expect(missing).toEqual([]);
});

test("lists each page under a unique name", () => {
  expect(new Set(PAGES.map(({ name }) => name)).size).toBe(PAGES.length);
});
