import { expect, test } from "bun:test";
import { HEAP_LIMITS } from "./heap-limits.ts";

// The engine's options are not a stable API: a newer Bun may rename or remove them.
test("Bun accepts each option with its value", () => {
  const env = { PATH: process.env.PATH, ...HEAP_LIMITS, BUN_JSC_dumpOptions: "1" };
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, "-e", "0"], { env });
  expect(exitCode).toBe(0);
  const output = `${stdout}${stderr}`;
  for (const [name, value] of Object.entries(HEAP_LIMITS)) {
    expect(output).toMatch(new RegExp(`^\\s*${name.replace("BUN_JSC_", "")}=${value.replace(".", "\\.")}\\b`, "m"));
  }
});
