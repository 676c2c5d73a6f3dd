import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { GATHERING_RATE_POLICIES, RATE_POLICIES } from "#contract/rate-limits";
import { readEnv } from "../../api/platform/env.ts";
import { guideParts } from "../../languages/en/guide-parts.ts";
import { variablesIn } from "./tables.ts";

const ROOT = join(import.meta.dir, "../..");
const NEEDED = {
  DATABASE_URL: "postgres://localhost/tree",
  SESSION_SECRET: "x".repeat(32),
  MESSAGE_KEY: Buffer.alloc(32).toString("base64"),
};
const VARIABLES = variablesIn(guideParts);
const listed = VARIABLES.map(({ name }) => name);

/** Not part of the service that an operator runs. */
const FOR_DEVELOPERS = ["scripts/test.ts", "scripts/dev.ts"];

/** The variables that the programs read from the environment; quotas are not found by this search. */
function variablesRead(): Set<string> {
  const read = new Set<string>();
  for (const file of new Glob("{api,site,scripts}/**/*.{ts,astro}").scanSync(ROOT)) {
    if (/\.test(-utils)?\.ts$/.test(file) || FOR_DEVELOPERS.includes(file)) continue;
    const code = readFileSync(join(ROOT, file), "utf8");
    for (const [, name = ""] of code.matchAll(/\benv\.([A-Z][A-Z_]+)\b/g)) read.add(name);
    if (file === "api/platform/env.ts")
      for (const [, name = ""] of code.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)) read.add(name);
  }
  // The system's own, and the one that keeps Astro's server from starting by itself.
  for (const name of ["PATH", "ASTRO_NODE_AUTOSTART"]) read.delete(name);
  return read;
}

test("lists every variable that the programs read, and no others", () => {
  const quotas = listed.filter((name) => /_PER_/.test(name));
  expect([...variablesRead(), ...quotas].sort()).toEqual(listed.toSorted());
});

test.each(listed.filter((name) => /_PER_/.test(name)))(
  "%s sets a quota whose default is the one in the list",
  (name) => {
    const policies = (value: string) => readEnv({ ...NEEDED, [name]: value }).ratePolicies;
    const set = policies("77");
    const changed = Object.entries(RATE_POLICIES).filter(
      ([key]) => set?.[key as keyof typeof RATE_POLICIES].quota === 77,
    );
    expect(changed).toHaveLength(1);
    expect(VARIABLES.find((each) => each.name === name)?.usually).toBe(String(changed[0]?.[1].quota));
  },
);

test("lists every quota that can be set", () => {
  const quotas = listed.filter((name) => /_PER_/.test(name));
  // The cooldown can only be turned on or off, and pages name the quotas of gatherings.
  const fixed = 2 + Object.keys(GATHERING_RATE_POLICIES).length;
  expect(quotas).toHaveLength(Object.keys(RATE_POLICIES).length - fixed);
});
