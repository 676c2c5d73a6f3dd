import { expect, test } from "bun:test";
import { plot } from "./plot.ts";

test("puts higher costs further to the right, and draws no dot without a measurement", () => {
  const svg = plot([{ name: "a <page>", costs: [1, null, 100] }], ["few", "more", "many"]);
  const dots = [...svg.matchAll(/cx="([\d.]+)" cy="69"/g)].map(([, x]) => Number(x));
  expect(dots).toHaveLength(2);
  expect(dots[1]).toBeGreaterThan(dots[0] ?? 0);
  expect(svg).toContain("a &lt;page>");
  // The title for screen readers.
  expect(svg).toContain("<title>What each operation costs");
});
