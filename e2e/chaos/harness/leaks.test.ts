import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newLeaks } from "./leaks.ts";
import { HIDDEN_NAME, newPen } from "./letters.ts";

test("a letter's text and its hidden name are found wherever they were said, as they stand or as bytes", () => {
  const pen = newPen(["abcdefgh"]);
  const { text } = pen.write();
  const leaks = newLeaks();
  leaks.lookFor(pen.marker);
  leaks.look("plainly", `{"message":"${text}"}`);
  leaks.look("in bytes", Buffer.from(text).toString("hex"));
  leaks.look("in an address", `/v1?said=${encodeURIComponent(text)}`);
  leaks.look("a name", `from ${HIDDEN_NAME}`);
  leaks.look("nothing of it", "Nobody else reads this one");
  expect(leaks.found).toEqual(["plainly", "in bytes", "in an address", "a name"]);
});

test("a file that holds a text is found, however deep it lies", () => {
  const folder = mkdtempSync(join(tmpdir(), "tree-leaks-"));
  const pen = newPen(["abcdefgh"]);
  const leaks = newLeaks();
  leaks.lookFor(pen.marker);
  writeFileSync(join(folder, "sound"), "sealed");
  writeFileSync(join(folder, "leaks"), `\0\0${pen.write().text}\0`);
  leaks.lookInFiles([folder]);
  rmSync(folder, { recursive: true });
  expect(leaks.found).toEqual([join(folder, "leaks")]);
});
