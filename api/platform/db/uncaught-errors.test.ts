import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";

const here = (file: string) => JSON.stringify(join(import.meta.dir, file));

/** Runs a program in a child process, and returns its exit code and the last line it printed. */
async function runs(program: string): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (words) => (said += words));
  const code = await new Promise<number>((resolve) => child.once("exit", resolve));
  return { code, said: said.trim().split("\n").at(-1) ?? "" };
}

const uncaught = (error: string) => `
  const { surviveLostConnections } = await import(${here("resilient-client.ts")});
  const { createLog } = await import(${here("../../../shared/observability/log.ts")});
  surviveLostConnections(createLog("warn"));
  Promise.reject(${error});
  setTimeout(() => console.log("lives"), 200);`;

test("survives an uncaught connection loss; logs any other uncaught error and ends the process", async () => {
  const lost = (code: string) => uncaught(`Object.assign(new Error("secret words"), { code: "${code}" })`);
  expect(await runs(lost("CONNECTION_CLOSED"))).toEqual({ code: 0, said: "lives" });
  expect(await runs(lost("ECONNRESET"))).toEqual({ code: 0, said: "lives" });
  const { code, said } = await runs(uncaught(`new TypeError("secret words")`));
  expect(code).toBe(1);
  expect(said).toContain('"event":"uncaught exception"');
  expect(said).not.toContain("secret words");
}, 30_000);
