import { expect, test } from "bun:test";
import { run } from "./run.ts";

test("a load generator has a session of its own, and with it its own share of the cores", async () => {
  const { output } = await run(["sh", "-c", "echo $$; ps -o sid= -p $$"]);
  const [pid, session] = output.trim().split(/\s+/);
  expect(session).toBe(pid);
});

test("what failed says its last words", async () => {
  await expect(run(["sh", "-c", "echo no tree there >&2; exit 3"])).rejects.toThrow("sh failed (3): no tree there");
});
