import { expect, test } from "bun:test";
import { assumedMemory, HEAP_LIMITS } from "./heap-limits.ts";

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

test.each([
  ["a large machine", 8192, 320],
  ["a container of 512 MiB", 512, 128],
  ["a very small one", 128, 64],
])("on %s (%d MiB), a program assumes %d MiB", (_, usable, assumed) => {
  const mib = 1024 * 1024;
  expect(assumedMemory(usable * mib)).toBe(assumed * mib);
});
