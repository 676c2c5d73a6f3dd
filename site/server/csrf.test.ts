import { afterEach, expect, test } from "bun:test";
import { isFromOwnPages } from "./csrf.ts";

afterEach(() => {
  delete process.env.SITE_URL;
});

const post = (headers: Record<string, string>, path = "/my-trees/aB3dE5gH") =>
  isFromOwnPages(new Request(`http://127.0.0.1:4321${path}`, { method: "POST", headers }));

test.each([
  ["https://tree.example", "tree.example", "https://tree.example"],
  ["http://tree.example", "tree.example", "http://tree.example"],
  // A proxy may ask by another name.
  ["https://tree.example", "127.0.0.1:4321", "https://tree.example"],
  // The site may be reached by other names than the public one, and a proxy may speak https for it.
  ["http://tree.example", "192.168.0.7:4321", "http://192.168.0.7:4321"],
  ["http://tree.example", "tree.example", "https://tree.example"],
  ["https://tree.example", "www.tree.example", "https://www.tree.example"],
])("of %s, asked for at %s, a page of %s is its own", (site, host, origin) => {
  process.env.SITE_URL = site;
  expect(post({ host, origin })).toBe(true);
});

test.each([
  ["https://tree.example", "tree.example", "https://evil.example"],
  ["https://tree.example", "tree.example", "null"],
  ["http://tree.example", "tree.example", "http://tree.example:8080"],
  ["http://tree.example", "tree.example", "ftp://tree.example"],
  // Whoever is on the way between can write a page on http, of whatever host.
  ["https://tree.example", "tree.example", "http://tree.example"],
  ["https://tree.example", "tree.example:443", "http://tree.example:443"],
])("of %s, asked for at %s, a page of %s is none", (site, host, origin) => {
  process.env.SITE_URL = site;
  expect(post({ host, origin })).toBe(false);
});

test("without an origin the browser's word of the website counts, and programs say nothing", () => {
  expect(post({})).toBe(true);
  expect(["same-origin", "none"].map((each) => post({ "sec-fetch-site": each }))).toEqual([true, true]);
  expect(["same-site", "cross-site"].map((each) => post({ "sec-fetch-site": each }))).toEqual([false, false]);
});

test("where the browser says which website a form is from, that decides; a bare null is refused", () => {
  expect(post({ origin: "null", "sec-fetch-site": "same-origin" })).toBe(true);
  for (const site of ["cross-site", "same-site"]) expect(post({ origin: "null", "sec-fetch-site": site })).toBe(false);
  expect(post({ origin: "null" })).toBe(false);
});

test("what changes nothing, and the public API, may come from everywhere", () => {
  const foreign = { origin: "https://evil.example" };
  expect(post(foreign, "/v1/messages")).toBe(true);
  expect(isFromOwnPages(new Request("http://127.0.0.1:4321/", { headers: foreign }))).toBe(true);
});
