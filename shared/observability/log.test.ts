import { expect, test } from "bun:test";
import { createLog, describeError } from "./log.ts";

function linesOf(level: "debug" | "info" | "warn" | "error") {
  const lines: string[] = [];
  const log = createLog(level, (line) => lines.push(line));
  for (const each of ["debug", "info", "warn", "error"] as const) log[each](`${each} happened`, { port: 3000 });
  return lines.map((line) => JSON.parse(line));
}

test("a line is one JSON object with its time, level and event", () => {
  const [line] = linesOf("error");
  expect(line).toEqual({ time: expect.stringMatching(/Z$/), level: "error", event: "error happened", port: 3000 });
});

test("a line without fields is one JSON object, too, whatever its event is called", () => {
  const lines: string[] = [];
  createLog("info", (line) => lines.push(line)).info('a "quoted" event');
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", event: 'a "quoted" event' });
});

test("lines below the level are dropped", () => {
  expect(linesOf("debug")).toHaveLength(4);
  expect(linesOf("warn").map(({ level }) => level)).toEqual(["warn", "error"]);
});

test("of an unexpected error only its kind, its code and its place are told, never its message", () => {
  const cause = Object.assign(new TypeError("value: secret text"), { code: "23505" });
  const told = describeError(new Error("Failed query: insert ... params: secret text", { cause }));
  expect(told).toMatchObject({ error: "Error", cause: "TypeError", code: "23505" });
  expect(String(told.at)).toContain("log.test.ts");
  expect(JSON.stringify(told)).not.toContain("secret");
});

test("a message of many lines that look like places does not get into the log either", () => {
  const told = describeError(new Error("first\n    at secret (text)\n  at more secret"));
  expect(JSON.stringify(told)).not.toContain("secret");
});

test("whatever is thrown can be told", () => {
  expect(describeError("a secret text")).toEqual({ error: "string" });
  expect(describeError(undefined)).toEqual({ error: "undefined" });
});
