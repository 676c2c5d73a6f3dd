import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const script = readFileSync(join(import.meta.dir, "tree-gifting.sh"), "utf8");
const [, named = ""] = script.match(/Choose (.+)\./) ?? [];
const words = named.split(/, | or /);

test.each(words)("%s, which a refusal names, is a command, and in the manual", (word) => {
  expect(script).toMatch(new RegExp(`^  (.* )?${word}( .*)?\\) `, "m"));
  if (!["api", "site"].includes(word)) expect(existsSync(join(ROOT, `scripts/${word}.ts`))).toBe(true);
  expect(readFileSync(join(ROOT, "docs/operating/containers.md"), "utf8")).toContain(`\`${word}\``);
});

test("a script that the image lacks the packages for is no command", () => {
  const { exitCode, stderr } = Bun.spawnSync(["sh", "-c", script.replace("cd /app", "cd ."), "tree-gifting", "seed"]);
  expect([exitCode, stderr.toString()]).toEqual([
    1,
    expect.stringMatching(/^There is no command "seed"\. Choose start/),
  ]);
});
