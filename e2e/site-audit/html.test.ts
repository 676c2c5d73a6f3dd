import { expect, test } from "bun:test";
import { faultsIn, testHtml } from "./html.ts";

testHtml("en");

test("detects invalid HTML", async () => {
  const html = `<!doctype html><html lang="en"><head><title>T</title><meta property="og:image" content="/p"></head><body><h1>A</h1>
    <p><div>B</div></p><h3>C</h3><time datetime="2026-11-25T10:00:00.123456Z">D</time><img>
    <select name="e" required><option value="f">F</option></select></body></html><script src="/g.js"></script>`;
  const kinds = (await faultsIn(html)).map((fault) => fault.split(":")[0] ?? "");
  expect(new Set(kinds)).toEqual(
    new Set([
      ...["close-order", "heading-level", "element-required-attributes"],
      ...["after the page's end", "no moment", "no empty first option", "og"],
    ]),
  );
});
