import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeInto } from "./write-docs.ts";

test("replaces a measured part, and keeps the text around it", () => {
  const folder = mkdtempSync(join(tmpdir(), "tree-bench-docs-"));
  const file = join(folder, "performance.md");
  writeFileSync(file, "# Performance\n\nWords before.\n");
  writeInto("rows", "old", file);
  writeFileSync(file, `${readFileSync(file, "utf8")}\nWords after.\n`);
  writeInto("rows", "new", file);
  const text = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  expect(text).toContain("Words before.");
  expect(text).toContain("new");
  expect(text).not.toContain("old");
  expect(text).toContain("Words after.");
});
