import { afterEach, expect, test } from "bun:test";
import { consoleToLog } from "./console-lines.ts";
import { createLog } from "./log.ts";

const { debug, log, info, warn, error, dir, table, trace } = console;
afterEach(() => Object.assign(console, { debug, log, info, warn, error, dir, table, trace }));

function written(write: () => void): Record<string, unknown>[] {
  const lines: string[] = [];
  consoleToLog(createLog("info", (line) => lines.push(line)));
  write();
  Object.assign(console, { debug, log, info, warn, error, dir, table, trace });
  return lines.map((line) => JSON.parse(line));
}

test("turns console output of a library into one line of JSON without its text", () => {
  const forged = 'No route for "/x\n{"level":"info","event":"all is well"}"\n    at secret (text)';
  const lines = written(() => {
    console.warn(forged);
    console.error("secret", new TypeError("secret"));
    console.debug("secret");
  });
  expect(lines).toMatchObject([
    { level: "warn", event: "a library wrote to the console" },
    { level: "error", error: "TypeError" },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|all is well|No route/);
});

test("a log that is loaded after the redirection, like the built pages' copy, writes its own lines", async () => {
  const printed: string[] = [];
  console.log = (line: string) => void printed.push(line);
  consoleToLog(createLog("info", () => {}));
  const copy: typeof import("./log.ts") = await import(`${import.meta.dir}/log.ts?copy`);
  copy.createLog("info").warn("the API did not answer");
  expect(printed.map((line) => JSON.parse(line))).toMatchObject([{ event: "the API did not answer" }]);
});

test("logs where an error was thrown if it is written as text", () => {
  const [line] = written(() => console.error(new Error("secret").stack));
  expect(String(line?.at)).toContain("console-lines.test.ts:");
  expect(JSON.stringify(line)).not.toContain("secret");
});
