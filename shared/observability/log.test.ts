import { expect, test } from "bun:test";
import { createLog, describeError } from "./log.ts";

function linesOf(level: "debug" | "info" | "warn" | "error") {
  const lines: string[] = [];
  const log = createLog(level, (line) => lines.push(line));
  for (const each of ["debug", "info", "warn", "error"] as const) log[each](`${each} happened`, { port: 3000 });
  return lines.map((line) => JSON.parse(line));
}

test("writes one JSON object per line with time, level and event", () => {
  const [line] = linesOf("error");
  expect(line).toEqual({ time: expect.stringMatching(/Z$/), level: "error", event: "error happened", port: 3000 });
});

test("writes valid JSON for a line without fields, with any event name", () => {
  const lines: string[] = [];
  createLog("info", (line) => lines.push(line)).info('a "quoted" event');
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", event: 'a "quoted" event' });
});

test("drops lines below the level", () => {
  expect(linesOf("debug")).toHaveLength(4);
  expect(linesOf("warn").map(({ level }) => level)).toEqual(["warn", "error"]);
});

test("describes an unexpected error by its kind, code and place, never by its message", () => {
  const cause = Object.assign(new TypeError("value: secret text"), { code: "23505" });
  const described = describeError(new Error("Failed query: insert ... params: secret text", { cause }));
  expect(described).toMatchObject({ error: "Error", cause: "TypeError", code: "23505" });
  expect(String(described.at)).toContain("log.test.ts");
  expect(JSON.stringify(described)).not.toContain("secret");
});

test("omits a message of many lines that look like stack frames", () => {
  const described = describeError(new Error("first\n    at secret (text)\n  at more secret"));
  expect(JSON.stringify(described)).not.toContain("secret");
});

test("describes any thrown value", () => {
  expect(describeError("a secret text")).toEqual({ error: "string" });
  expect(describeError(undefined)).toEqual({ error: "undefined" });
});
