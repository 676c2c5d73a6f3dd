import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guideParts } from "../../languages/en/guide-parts.ts";
import { variablesIn } from "../../site/guides/tables.ts";

type Service = { environment?: Record<string, unknown>; read_only?: boolean };

/** What `.env` sets for every program that people see. */
const OF_THE_SITE = ["SITE_URL", "API_URL", "CONTACT_EMAIL", "OPERATOR_NAME", "SIGN_UPS"];
const KNOWN = variablesIn(guideParts).map(({ name }) => name);

test.each(["compose.yaml", "compose.replicas.yaml"])("%s sets only variables that the programs read", (name) => {
  const text = readFileSync(join(import.meta.dir, name), "utf8");
  const { services } = Bun.YAML.parse(text) as { services: Record<string, Service> };
  const programs = Object.values(services).filter(({ environment }) => environment);
  expect(programs).not.toBeEmpty();
  for (const { environment = {}, read_only } of programs) {
    const given = { ...(environment["<<"] as object | undefined), ...environment };
    expect(Object.keys(given)).toEqual(expect.arrayContaining(OF_THE_SITE));
    expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(environment).filter((key) => key !== "<<")));
    expect(read_only).toBe(true);
  }
});

test("the image sets only variables that the programs or Bun read", () => {
  const [, variables = ""] = /^ENV (.*)$/m.exec(readFileSync(join(import.meta.dir, "Containerfile"), "utf8")) ?? [];
  const names = variables.split(" ").map((each) => each.split("=")[0]);
  expect(names).toContain("DATA_DIR");
  expect([...KNOWN, "BUN_RUNTIME_TRANSPILER_CACHE_PATH"]).toEqual(expect.arrayContaining(names));
});
