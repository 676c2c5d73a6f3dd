import { expect, test } from "bun:test";
import { patternsIn, unsafeAmong } from "./unsafe-patterns.ts";

const unsafeIn = (code: string) => unsafeAmong(patternsIn("site/some.ts", code).written);

test.each([
  [String.raw`path.replace(/\/+$/, "")`],
  ["/^(a+)+$/.test(text)"],
  [String.raw`text.split(/\s*,\s*/)`],
  [String.raw`/^#+ ([^\n]*)\n?(.*)$/s.exec(text)`],
])("finds a pattern that takes more than linear time: %s", (code) => {
  expect(unsafeIn(code)).toHaveLength(1);
  expect(unsafeIn(code)[0]).toContain("site/some.ts:1 ");
});

test.each([[String.raw`/^\/+/.test(path)`], ["/(?<![a-z])[a-z]+!/g"], ["/^[a-z]{1,20}$/"]])(
  "accepts a linear pattern: %s",
  (code) => {
    expect(unsafeIn(code)).toEqual([]);
  },
);

test("reads a page's code and scripts, and refuses patterns in its markup", () => {
  const page = "---\nconst a = /a+$/;\n---\n<p>Hello</p>\n<script>const b = /b+$/;</script>";
  expect(unsafeAmong(patternsIn("site/a.astro", page).written)).toHaveLength(2);
  expect(() => patternsIn("site/a.astro", "<p>{text.replace(/a+$/, '')}</p>")).toThrow("has a pattern in its markup");
});

test("detects patterns that are built from strings", () => {
  expect(patternsIn("site/some.ts", 'new RegExp("^" + a)').makesMore).toBe(true);
  expect(patternsIn("site/some.ts", "const a = /a/;").makesMore).toBe(false);
});
