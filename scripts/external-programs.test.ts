import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const FOLDERS = ["api", "contract", "e2e", "languages", "packages", "scripts", "shared", "site", "test-support"];
/** Part of commands that say by themselves what they need; `npm test` runs none of them. */
const OTHER_COMMANDS =
  /^(e2e\/(alerts|browsers|chaos|container|distributed|replicas\/(?!.*\.test\.)|scans|upgrades)|scripts\/units-verify)/;
/**
 * What may be named: Node and npm are required, POSIX has a shell, `ps` is for macOS only, and the rest is used where it
 * exists.
 */
const NAMED = ["bash", "chown", "id", "node", "npm", "pg_dump", "ps", "sh", "/bin/sh", "unshare"];

test("starts no external program that a machine may lack", () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
    .filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes("node_modules") && !OTHER_COMMANDS.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const calls = text.matchAll(/\b(?:spawn|spawnSync|execFile|execFileSync|exec|execSync)\(\s*\[?\s*"([^"\n]+)"/g);
      return [...calls].map(([, program = ""]) => ({ file, program }));
    });
  expect(found.map(({ program }) => program)).toContain("npm");
  expect(found.filter(({ program }) => !NAMED.includes(program))).toEqual([]);
  expect(found.filter(({ program }) => program === "ps").map(({ file }) => file)).toEqual([
    "test-support/processes.ts",
  ]);
});
