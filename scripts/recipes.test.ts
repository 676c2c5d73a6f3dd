import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { API_ERRORS, WEBSITE_ONLY_ERRORS } from "#contract/errors";
import { GIFT_IDS } from "#contract/gifts";
import { LANGUAGES } from "#contract/languages";
import { RECORDED_ACTS } from "#contract/moderation";
import { OWNER_CHOICES } from "#contract/owners";

const ROOT = join(import.meta.dir, "..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const recipes = textOf("README.md")
  .split("\n")
  .filter((line) => /^\| (add|change) /.test(line));

const IN = "{api,bench,contract,e2e,languages,packages,scripts,shared,site,test-support}";
const files = [...new Bun.Glob(`${IN}/**/*.{astro,json,md,mdx,mjs,sql,ts,txt}`).scanSync(ROOT)].filter(
  (file) => !/node_modules|\/migrations\//.test(file),
);
const texts = new Map(files.map((file) => [file, textOf(file)]));

/** The paths that a text names: code with a slash, which may end with one or have a star. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w.*/-]+\/[\w.*-]*)`/g)].map(([, path = ""]) => path).filter((path) => !path.startsWith("/"));
const isNamed = (file: string, paths: readonly string[]) =>
  paths.some((path) => new Bun.Glob(path.replace(/\/$/, "/**")).match(file));

/** The files, other than migrations, that have all of these. */
const filesWith = (patterns: readonly RegExp[]): string[] =>
  files.filter((file) => patterns.every((pattern) => pattern.test(texts.get(file) ?? "")));

test.each(recipes)("names files that exist: %s", (recipe) => {
  const all = [...files, "api/platform/db/migrations/0000_baseline.sql"];
  const gone = pathsIn(recipe).filter((path) => !all.some((file) => isNamed(file, [path])));
  expect(gone).toEqual([]);
});

const codes = Object.keys(API_ERRORS);
const websiteOnly: readonly string[] = WEBSITE_ONLY_ERRORS;
test.each([
  ["a gift", GIFT_IDS],
  ["an API error of `/v1`", codes.filter((code) => !websiteOnly.includes(code))],
  ["an API error of the website", websiteOnly],
  ["an owner's choice", [...OWNER_CHOICES, "hidesMildWords"]],
  ["a moderation action", RECORDED_ACTS],
])("the recipe to add %s names every file that lists all that there are", (what, words) => {
  const at = recipes.findIndex((line) => line.startsWith(`| add ${what} `));
  const recipe = recipes[at]?.replace("as above", () => recipes[at - 1] ?? "");
  const listing = filesWith(words.map((word) => new RegExp(`\\b${word}\\b`)));
  expect(listing.length).toBeGreaterThan(1);
  expect(listing.filter((file) => !isNamed(file, pathsIn(recipe ?? "")))).toEqual([]);
});

test("the recipe to add a language names every file that lists them, but for words of tests in several", () => {
  const recipe =
    textOf("languages/README.md")
      .split(/^## /m)
      .find((part) => part.startsWith("Add a language")) ?? "";
  const importing = filesWith(LANGUAGES.map((language) => new RegExp(`from ".*/${language}/`)));
  const listing = filesWith(LANGUAGES.map((language) => new RegExp(`\\b${language}\\b`))).filter(
    (file) =>
      !/^(bench|packages\/word-filter)\/|\.(test|spec)\.ts$/.test(file) ||
      texts.get(file)?.includes("Record<Language,"),
  );
  expect(listing.length).toBeGreaterThan(importing.length);
  expect([...importing, ...listing].filter((file) => !isNamed(file, pathsIn(recipe)))).toEqual([]);
});
