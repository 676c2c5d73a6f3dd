import { expect, test } from "bun:test";
import { scripts } from "../package.json";

const SCRIPTS_AT_MOST = 35;
const commands = Object.entries(scripts);

test("every command installs and builds what it needs, so that any may be the first one on a machine", () => {
  expect(commands.filter(([, command]) => !command.startsWith("node scripts/ensure.mjs"))).toEqual([]);
});

test("every script is one that a person types, and few enough to know", () => {
  expect(commands.filter(([name]) => /^(pre|post)/.test(name))).toEqual([]);
  expect(commands.length).toBeLessThanOrEqual(SCRIPTS_AT_MOST);
});

test("builds with one command, which notes what it built from, so that npm start does not build again", () => {
  expect(commands.filter(([, command]) => command.includes("astro build"))).toEqual([]);
  expect(scripts.build).toBe("node scripts/ensure.mjs --build");
});

test.each(["check", "format", "test:unit"] as const)("npm run %s never builds the site", (name) => {
  expect(scripts[name]).toContain("--no-build");
});
