import { expect, test } from "bun:test";
import { GATES, type Gate, judge, reaches } from "./gates.ts";
import { gatesTable } from "./report.ts";
import { together } from "./saved-results.ts";
import type { Results } from "./scenarios/bench-run.ts";
import { ROWS } from "./scenarios/rows.ts";

const faster: Gate = {
  name: "faster",
  row: "a row",
  of: "ours",
  by: "raw",
  figure: "perSecond",
  bound: "at least",
  limit: 2,
  aim: 3,
};
const soon: Gate = {
  name: "soon",
  row: "a row",
  of: "ours",
  figure: "p99Ms",
  bound: "at most",
  limit: 10,
  aim: 5,
};

const rounds = (perSecond: number, p99Ms: number) => [{ perSecond, p50Ms: 1, p99Ms, failed: 0 }];
const results = (ours: number, raw: number): Results => ({
  "a row": {
    figures: { ours: rounds(ours, 1000 / ours), raw: rounds(raw, 1000 / raw) },
    memoryMiB: { ours: 120 },
  },
});

test("meets a gate from its limit on, and misses it below", () => {
  expect(judge(results(200, 100), [faster])[0]).toMatchObject({ measured: 2, isMet: true });
  expect(judge(results(199, 100), [faster])[0]).toMatchObject({ isMet: false });
});

test("treats less time and memory as better, and judges the plain value of a gate without a divisor", () => {
  expect(judge(results(100, 100), [soon])[0]).toMatchObject({ measured: 10, isMet: true });
  expect(judge(results(99, 100), [soon])[0]).toMatchObject({ isMet: false });
  const small: Gate = { ...soon, figure: "memoryMiB", limit: 150, aim: 100 };
  expect(judge(results(100, 100), [small])[0]).toMatchObject({ measured: 120, isMet: true });
});

test("reports an aim without a limit, but neither meets nor misses it as a gate", () => {
  const [verdict] = judge(results(400, 100), [{ ...faster, limit: null }]);
  expect(verdict?.isMet).toBeNull();
  expect(gatesTable(verdict ? [verdict] : [])).toContain("the aim is met");
});

test("neither meets nor misses the gate of a row that was not run", () => {
  expect(judge({}, [faster])[0]).toMatchObject({ measured: null, isMet: null });
});

test("shows in the table by how much a gate was missed", () => {
  const table = gatesTable([...judge(results(150, 100), [faster]), ...judge(results(400, 100), [faster])]);
  expect(table).toContain("missed by 25 %");
  expect(table).toContain("met, and the aim");
  expect(gatesTable(judge(results(80, 100), [soon]))).toContain("missed by 25 %");
});

test("shows in the table the larger stolen time of a gate's two sides", () => {
  const disturbed = (share: number) => rounds(100, 1).map((round) => ({ ...round, stolen: share }));
  const row = { "a row": { figures: { ours: disturbed(0.02), raw: disturbed(0.4) } } };
  expect(judge(row, [faster])[0]).toMatchObject({ stolen: 0.4 });
  expect(gatesTable(judge(row, [faster]))).toContain("40 %");
  expect(judge(results(100, 100), [faster])[0]).toMatchObject({ stolen: null });
});

test("defines gates only for existing rows, with an aim at least as strict as the limit", () => {
  const names = ROWS.map(({ name }) => name);
  for (const gate of GATES) {
    expect(names).toContain(gate.row);
    if (gate.limit !== null) expect(reaches(gate, gate.aim, gate.limit)).toBe(true);
  }
});

test("replaces a row that was measured again, and keeps the order of rows", () => {
  const row = (ours: number) => ({ figures: { ours: rounds(ours, 1) } });
  const all = together({ "POST, random trees": row(1), "GET tree, random": row(2) }, { "POST, random trees": row(3) });
  expect(Object.keys(all)).toEqual(["GET tree, random", "POST, random trees"]);
  expect(all["POST, random trees"]).toEqual(row(3));
});
