import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { API_VARIABLES, readEnv } from "../api/platform/env.ts";
import { guideParts } from "../languages/en/guide-parts.ts";
import { invalidVariable, SITE_VARIABLES } from "../site/check-env.ts";
import { variablesIn } from "../site/guides/tables.ts";
import { CONFIGURATION_PAGE, withTables } from "./write-configuration.ts";

const ROOT = join(import.meta.dir, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const page = readFileSync(CONFIGURATION_PAGE, "utf8");
const listed = variablesIn(guideParts);
const names = listed.map(({ name }) => name);
/** With those that a secret's file can be named by. */
const KNOWN = [...names, ...names.map((name) => `${name}_FILE`)];

describe("docs/operating/configuration.md", () => {
  test("has the tables that scripts/write-configuration.ts writes", () => {
    expect(page).toBe(withTables(page));
  });

  test("lists every variable of both programs, and no others", () => {
    expect([...new Set([...Object.keys(API_VARIABLES), ...SITE_VARIABLES])].toSorted()).toEqual(names.toSorted());
  });

  test.each(listed.map(({ name, usually }) => [name, usually]))("%s has the default %s", (name, usually) => {
    const { data } = API_VARIABLES[name as keyof typeof API_VARIABLES]?.safeParse(undefined) ?? {};
    if (typeof data === "number" || (typeof data === "string" && data !== "")) expect(usually).toContain(String(data));
  });

  test("lists the variables of backup and drill", () => {
    const used = ["backup", "drill"].flatMap(
      (name) => read(`ops/backup/${name}.sh`).match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [],
    );
    for (const name of used) expect(page).toContain(name);
  });
});

test(".env.example sets what the programs read, to values that they take", () => {
  const given = Object.fromEntries(
    [...read(".env.example").matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = "", value]) => [name, value]),
  );
  expect(Object.keys(given).length).toBeGreaterThan(12);
  expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(given)));
  const secrets = { SESSION_SECRET: "s".repeat(32), MESSAGE_KEY: Buffer.alloc(32).toString("base64") };
  expect(() => readEnv({ ...given, ...secrets })).not.toThrow();
  expect(invalidVariable(given)).toBeNull();
});

describe("ops/systemd", () => {
  const units = readdirSync(join(ROOT, "ops/systemd")).filter((name) => name.endsWith(".service"));
  test.each(units)("%s sets only variables that are listed", (unit) => {
    const lines = [...read(`ops/systemd/${unit}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) =>
      line.split(" ").map((each) => each.split("=")[0] ?? ""),
    );
    expect(lines).not.toEqual([]);
    for (const name of lines)
      expect([name, KNOWN.includes(name) || page.includes(`\`${name}\``)]).toEqual([name, true]);
  });

  test("the variables that several processes need are known", () => {
    const rows = read("docs/operating/scale.md").match(/^\| `(?:shared|api)\.env`.*$/gm) ?? [];
    const set = rows.flatMap((row) => row.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []).filter((name) => name !== "BUN_JSC_");
    expect(set.length).toBeGreaterThan(5);
    expect(KNOWN).toEqual(expect.arrayContaining(set));
  });
});
