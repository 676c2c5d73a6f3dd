import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, stillAlive } from "../../test-support/running-service.ts";
import { endAll } from "../../test-support/stopping.ts";
import { run } from "./run.ts";

test("runs a load generator in its own session, with its own share of the cores", async () => {
  const { output } = await run(["sh", "-c", "echo $$; cut -d' ' -f6 /proc/$$/stat 2>/dev/null || ps -o sid= -p $$"]);
  const [pid, session] = output.trim().split(/\s+/);
  expect(session).toBe(pid);
});

test("reports the last output of a failed command", async () => {
  await expect(run(["sh", "-c", "echo no tree there >&2; exit 3"])).rejects.toThrow("sh failed (3): no tree there");
});

test("ends a program's children when the benchmark ends", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tree-bench-run-"));
  const file = join(folder, "pid");
  const ended = run(["sh", "-c", `sleep 60 & echo $! > ${file}.new && mv ${file}.new ${file}; wait`]).catch(String);
  while (!(await Bun.file(file).exists())) await Bun.sleep(5);
  const pid = Number(readFileSync(file, "utf8"));
  expect(isAlive(pid)).toBe(true);
  await endAll();
  expect(await ended).toContain("sh failed");
  expect(await stillAlive([pid])).toEqual([]);
  rmSync(folder, { recursive: true });
});
