import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newLeaks } from "./leaks.ts";
import { HIDDEN_NAME, newPen } from "./letters.ts";

test("finds a gift's text and its hidden name in plain and encoded forms", () => {
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

test("finds a file that contains a text", () => {
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
