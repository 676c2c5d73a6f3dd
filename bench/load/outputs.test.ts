import { expect, test } from "bun:test";
import { pgbenchFigure } from "./pgbench-output.ts";
import { wrkFigure } from "./wrk-output.ts";

const WRK = `Running 1s test @ http://127.0.0.1:3640
  1 threads and 32 connections
Requests/sec:   9160.11
figures {"requests":10000,"refused":40,"unanswered":2,"microseconds":2000000,"p50":2190,"p99":250120}
`;
const PGBENCH = `transaction type: script.sql
number of transactions actually processed: 43268
number of failed transactions: 3 (0.007%)
latency average = 0.185 ms
initial connection time = 14.181 ms
tps = 43268.120415 (without initial connection time)
`;

test("counts only wrk's successful requests, and reports the others as failed", () => {
  expect(wrkFigure(WRK)).toEqual({ perSecond: 4980, p50Ms: 2.19, p99Ms: 250.12, failed: 42 });
});

test("leaves the connection time out of pgbench's speed", () => {
  expect(pgbenchFigure(PGBENCH)).toEqual({ perSecond: 43268.120415, p50Ms: null, p99Ms: null, failed: 3 });
});

test("throws for an output without results instead of returning zero", () => {
  expect(() => wrkFigure("unable to connect")).toThrow("unable to connect");
  expect(() => pgbenchFigure("pgbench: error: aborted")).toThrow("aborted");
});
