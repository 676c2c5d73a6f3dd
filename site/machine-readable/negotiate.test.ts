import { expect, test } from "bun:test";
import { preferredForm } from "./negotiate.ts";

test.each([
  [undefined, "html"],
  ["", "html"],
  ["*/*", "html"],
  ["text/*", "html"],
  ["text/html", "html"],
  ["nonsense", "html"],
  ["*/html", "html"],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "html"],
  ["text/markdown", "markdown"],
  ["TEXT/MARKDOWN; charset=UTF-8", "markdown"],
  ["text/markdown, text/html, */*", "markdown"],
  ["text/markdown, text/plain;q=0.9, */*;q=0.8", "markdown"],
  ["text/markdown;q=0.9, text/html;q=0.8", "markdown"],
  ["text/html, text/markdown;q=0.5", "html"],
  ["text/*;q=0.9, text/html;q=0.5", "markdown"],
  ["text/markdown;q=0, text/html", "html"],
  ["text/markdown;q=0, */*", "html"],
  ["text/html;q=0, */*", "markdown"],
  ["text/markdown;q=0", null],
  ["application/json", null],
  ["text/markdownx", null],
  ["text/html;q=0", null],
  ["text/html;q=0.000, text/markdown;q=0.001", "markdown"],
  ['application/json;note="a, text/markdown", text/html', "html"],
  ["text/markdown;variant=GFM;q=1.000", "markdown"],
  ["text/markdown;q=2, text/html", "html"],
  [" text/markdown ;q=0.5 , text/html ; q=0.5 ", "markdown"],
] as const)("Accept %p gets %p", (accept, form) => {
  expect(preferredForm(accept)).toBe(form);
});
