import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { stringsIn } from "./i18n/strings.ts";
import { changedBy, isPublicPage, isSessionPage, kindOf, methodsOf, ROUTES, tidyQuery } from "./routes.ts";

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
  expect(isPublicPage("/create", "?type=RANDOM")).toBe(false);
  expect(isPublicPage("/send-message", "?tree=aB3dE5gH&tree=aB3dE5gH")).toBe(false);
});

test.each([
  ["/", "?utm_source=mail", ""],
  ["/nothing", "?x=1", "?x=1"],
  ["/create", "?type=birthday&fbclid=x", "?type=birthday"],
  ["/create", "?type=birthday&", "?type=birthday"],
  ["/create", "?type=RANDOM", ""],
  ["/create", "?name=Ours&type=RANDOM", "?name=Ours"],
  ["/send-message", "?before=x&tree=aB3dE5gH", "?tree=aB3dE5gH&before=x"],
  ["/send-message", "?tree=aB3dE5gH&before=no%20cursor", "?tree=aB3dE5gH"],
  ["/send-message", "?amp;Tree=aB3dE5gH", "?tree=aB3dE5gH"],
  ["/report", "?message=1&tree=Code:%20aB3dE5gH!", "?tree=aB3dE5gH&message=1"],
  ["/report", "?tree=no%20code%20at%20all", "?tree=no%20code%20at%20all"],
  ["/send-message", "?tree=aB3dE5gH&hung=1", "?tree=aB3dE5gH"],
  ["/sign-in", "?next=%2Fcreate%3Fname%3DA%20b&x", "?next=%2Fcreate%3Fname%3DA+b"],
  ["/my-trees/aB3dE5gH/delete", "?gift=a&gift=b", "?gift=a&gift=b"],
  ["/gifts.svg", "?v=another", ""],
  ["/gifts.svg", `?v=${ROUTES["/gifts.svg"]?.version}`, `?v=${ROUTES["/gifts.svg"]?.version}`],
])("%s%s is tidied to the query %p, which stays", (path, query, tidy) => {
  const known = { site: "https://tree.example", isOutcome: false };
  expect(tidyQuery(path, query, known)).toBe(tidy);
  expect(tidyQuery(path, tidy, known)).toBe(tidy);
});

test("knows every outcome that the account's page can show", () => {
  const { outcomes = [], personal = [] } = ROUTES["/account"] ?? {};
  expect([...outcomes, ...personal].toSorted()).toEqual(Object.keys(stringsIn.en.account.said).toSorted());
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
