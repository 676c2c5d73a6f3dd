import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { allProcesses, commandOf, processesBelow, variablesOf } from "./processes.ts";

test("finds a process, its parent, its command and its variables", async () => {
  const program = "console.log('runs'); setTimeout(() => {}, 60_000)";
  const child = spawn(process.execPath, ["-e", program], { env: { GREETING: "hello there" }, stdio: "pipe" });
  await once(child.stdout, "data");
  const pid = child.pid ?? 0;
  expect(allProcesses().find((each) => each.pid === pid)?.parent).toBe(process.pid);
  expect(processesBelow(process.pid)).toEqual(expect.arrayContaining([process.pid, pid]));
  expect(processesBelow(pid)).toEqual([pid]);
  expect(commandOf(pid)).toContain(`-e ${program}`);
  expect(variablesOf(pid)).toContain("GREETING=hello there");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(commandOf(pid)).toBe("");
});
