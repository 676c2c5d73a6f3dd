import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { changedBy, isPublicPage, isSessionPage, kindOf, methodsOf, ROUTES } from "./routes.ts";

const PAGES = join(import.meta.dir, "pages");
const files = [...new Glob("**/*.{astro,ts}").scanSync({ cwd: PAGES, dot: true })];
const pathOf = (file: string) => `/${file.replace(/\.(astro|ts)$/, "").replace(/(^|\/)index$/, "")}`;

test("lists every page of site/pages once", () => {
  expect(Object.keys(ROUTES).sort()).toEqual(files.map(pathOf).sort());
});

test.each(files)("%s allows exactly the methods it implements", (file) => {
  const source = readFileSync(join(PAGES, file), "utf8");
  const reads = file.endsWith(".astro") || /\bGET\b/.test(source) ? ["GET", "HEAD"] : [];
  const takes = /"POST"|\bPOST:/.test(source) ? ["POST"] : [];
  const path = pathOf(file).replaceAll(/\[\w+\]/g, "aB3dE5gH");
  for (const prefix of ["", "/ko"]) expect([path, methodsOf(prefix + path)]).toEqual([path, [...reads, ...takes]]);
});

test("shares a page only without a session, and only with the parameters it lists", () => {
  for (const [path, { shared, session }] of Object.entries(ROUTES)) {
    expect([path, isPublicPage(path, ""), isSessionPage(path)]).toEqual([path, !!shared, !!session]);
    expect([path, isPublicPage(path, "?hung=1")]).toEqual([path, false]);
    expect(shared && session).toBeUndefined();
  }
  expect(isPublicPage("/send-message", "?tree=aB3dE5gH&before=x")).toBe(true);
  expect(isPublicPage("/send-message", "?tree=aB3dE5gH&hung=x")).toBe(false);
  expect(isPublicPage("/create", "?name=A+text+of+mine")).toBe(false);
});

test("knows that a gift changes a tree's page and its screen", () => {
  expect(changedBy("/ko/send-message?tree=aB3dE5gH")).toEqual(["/send-message?tree=aB3dE5gH", "/tree/aB3dE5gH/screen"]);
  expect(changedBy("/report?tree=aB3dE5gH")).toEqual(["/report?tree=aB3dE5gH"]);
});

test.each(["/constructor", "/__proto__", "/my-trees/a/b/c", "/calendar/aB3dE5gHxics", "/nothing"])(
  "%s is no page: neither shared nor of a session",
  (path) => {
    expect([isPublicPage(path, ""), isSessionPage(path), methodsOf(path)]).toEqual([false, false, ["GET", "HEAD"]]);
  },
);

test.each([
  ["GET", "/v1/trees/AAAABBBB", "api"],
  ["POST", "/owner/trees", "api"],
  ["GET", "/docs/swagger-ui.css", "api"],
  ["GET", "/guides/api", "guide"],
  ["GET", "/_astro/page.1234.css", "file"],
  ["GET", "/llms.txt?x=1", "file"],
  ["GET", "/send-message?tree=AAAABBBB", "page"],
  ["GET", "/ko/send-message?tree=AAAABBBB", "page"],
  ["POST", "/ko/send-message?tree=AAAABBBB", "form"],
  ["GET", "/whatever/AAAABBBB", "page"],
] as const)("%s %s is counted as %s", (method, url, kind) => {
  expect(kindOf(method, url)).toBe(kind);
});
