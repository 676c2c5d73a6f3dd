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
  // A proxy may use another host name.
  ["https://tree.example", "127.0.0.1:4321", "https://tree.example"],
  // The site may have other host names than the public one, and a proxy may terminate TLS for it.
  ["http://tree.example", "192.168.0.7:4321", "http://192.168.0.7:4321"],
  ["http://tree.example", "tree.example", "https://tree.example"],
  ["https://tree.example", "www.tree.example", "https://www.tree.example"],
])("the site %s, requested at %s, accepts a page of %s", (site, host, origin) => {
  process.env.SITE_URL = site;
  expect(post({ host, origin })).toBe(true);
});

test.each([
  ["https://tree.example", "tree.example", "https://evil.example"],
  ["https://tree.example", "tree.example", "null"],
  ["http://tree.example", "tree.example", "http://tree.example:8080"],
  ["http://tree.example", "tree.example", "ftp://tree.example"],
  // An attacker on the network can forge a page on http, of any host.
  ["https://tree.example", "tree.example", "http://tree.example"],
  ["https://tree.example", "tree.example:443", "http://tree.example:443"],
])("the site %s, requested at %s, refuses a page of %s", (site, host, origin) => {
  process.env.SITE_URL = site;
  expect(post({ host, origin })).toBe(false);
});

test("uses Sec-Fetch-Site if there is no Origin, and accepts programs, which send neither", () => {
  expect(post({})).toBe(true);
  expect(["same-origin", "none"].map((each) => post({ "sec-fetch-site": each }))).toEqual([true, true]);
  expect(["same-site", "cross-site"].map((each) => post({ "sec-fetch-site": each }))).toEqual([false, false]);
});

test("Sec-Fetch-Site decides if present; a bare `Origin: null` is refused", () => {
  expect(post({ origin: "null", "sec-fetch-site": "same-origin" })).toBe(true);
  for (const site of ["cross-site", "same-site"]) expect(post({ origin: "null", "sec-fetch-site": site })).toBe(false);
  expect(post({ origin: "null" })).toBe(false);
});

test("accepts reads and requests to the public API from every website", () => {
  const foreign = { origin: "https://evil.example" };
  expect(post(foreign, "/v1/messages")).toBe(true);
  expect(isFromOwnPages(new Request("http://127.0.0.1:4321/", { headers: foreign }))).toBe(true);
});

test("accepts unsubscriptions by mail programs of any origin, and nothing beside them", () => {
  const foreign = { origin: "https://mail.example", "sec-fetch-site": "cross-site" };
  for (const path of ["/unsubscribe", "/en/unsubscribe", "/ko/unsubscribe"]) expect(post(foreign, path)).toBe(true);
  for (const path of ["/unsubscribe/x", "/auth/unsubscribe", "/x/unsubscribe"]) expect(post(foreign, path)).toBe(false);
});
