import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { usableMemory } from "./memory.ts";

const folder = mkdtempSync(join(tmpdir(), "tree-memory-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MIB = 1024 * 1024;
const UNLIMITED_V1 = "9223372036854771712";
const V1 = "4:memory:/docker/one\n1:cpu:/\n0::/";

/** Lays out the files of a machine's control groups. `cgroup` is what the kernel says of the process. */
function machine(cgroup: string, files: Record<string, string> = {}) {
  const root = mkdtempSync(join(folder, "machine-"));
  const host = { cgroupOf: join(root, "cgroup"), mountedAt: join(root, "mounted") };
  writeFileSync(host.cgroupOf, `${cgroup}\n`);
  for (const [name, text] of Object.entries(files)) {
    const file = join(host.mountedAt, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }
  return host;
}

test.each([
  ["in a container", "0::/", { "memory.max": String(512 * MIB) }],
  ["in a service", "0::/system.slice/tree.service", { "system.slice/tree.service/memory.max": String(512 * MIB) }],
  ["set on a group around it", "0::/a/b/c", { "a/b/c/memory.max": "max", "a/memory.max": String(512 * MIB) }],
  ["the smallest of several", "0::/a", { "a/memory.max": String(900 * MIB), "memory.max": String(512 * MIB) }],
  ["of version 1", V1, { "memory/docker/one/memory.limit_in_bytes": String(512 * MIB) }],
  ["of version 1, in a container", V1, { "memory/memory.limit_in_bytes": String(512 * MIB) }],
  ["of version 1, beside other controllers", "2:cpu,memory:/", { "memory/memory.limit_in_bytes": String(512 * MIB) }],
])("respects a limit %s", (_, cgroup, files) => {
  expect(usableMemory(machine(cgroup, files))).toBe(512 * MIB);
});

test.each([
  ["there is no limit", "0::/a", { "a/memory.max": "max", "memory.max": "max" }],
  ["there is no limit in version 1", V1, { "memory/memory.limit_in_bytes": UNLIMITED_V1 }],
  ["the limit is larger", "0::/", { "memory.max": String(4 * totalmem()) }],
  ["other controllers only are in use", "1:cpu:/", { "memory/memory.limit_in_bytes": String(512 * MIB) }],
  ["the groups are hidden", "0::/../..", {}],
])("returns the machine's memory if %s", (_, cgroup, files) => {
  expect(usableMemory(machine(cgroup, files))).toBe(totalmem());
});

test("returns the machine's memory on systems without control groups", () => {
  expect(usableMemory({ cgroupOf: join(folder, "none"), mountedAt: join(folder, "none") })).toBe(totalmem());
});
