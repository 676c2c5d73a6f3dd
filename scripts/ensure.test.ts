import { expect, test } from "bun:test";
import { scripts } from "../package.json";

/** What somebody runs who changes the code, and has installed it to do so. */
const FOR_DEVELOPERS =
  /^(build|check|check:types|check:style|check:patterns|format|migrate:generate|lint:description)$/;

test("every command that may be the first on a machine sees to its packages before it needs them", () => {
  const commands: Record<string, string | undefined> = scripts;
  const needy = Object.keys(commands).filter((name) => !name.startsWith("pre") && !FOR_DEVELOPERS.test(name));
  expect(needy).toContain("restore");
  for (const name of needy)
    expect([name, commands[`pre${name}`]]).toEqual([name, expect.stringMatching(/ensure\.mjs/)]);
});
