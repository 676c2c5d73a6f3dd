import { expect, test } from "bun:test";
import { kindOf } from "./kind-of.ts";

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
