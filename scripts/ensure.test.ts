import { expect, test } from "bun:test";
import { scripts } from "../package.json";

/** Commands for developers, who have installed the packages already. */
const FOR_DEVELOPERS =
  /^(build|check|check:types|check:style|check:patterns|format|migrate:generate|lint:description)$/;

test("builds with one command, which notes what it built from, so that npm start does not build again", () => {
  expect(Object.values(scripts).filter((script) => script.includes("astro build"))).toEqual([]);
  expect(scripts.build).toBe("node scripts/ensure.mjs --build");
});

test("ensures the packages before every command that may be the first one on a machine", () => {
  const commands: Record<string, string | undefined> = scripts;
  const needy = Object.keys(commands).filter((name) => !name.startsWith("pre") && !FOR_DEVELOPERS.test(name));
  expect(needy).toContain("restore");
  for (const name of needy)
    expect([name, commands[`pre${name}`]]).toEqual([name, expect.stringMatching(/ensure\.mjs/)]);
});
