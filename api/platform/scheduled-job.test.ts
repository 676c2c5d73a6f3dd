import { expect, test } from "bun:test";
import { createLog } from "../../shared/observability/log.ts";
import { newRegistry } from "../../shared/observability/registry.ts";
import { measuresIn } from "./observability/measures.ts";
import { scheduleJob } from "./scheduled-job.ts";

test("keeps running a job that fails, logs the first failure and the recovery, and counts", async () => {
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  let turns = 0;
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const registry = newRegistry("api");
  const timer = scheduleJob(1, "watering", { log, measures: measuresIn(registry) }, async () => {
    turns += 1;
    if (turns <= 3) throw new TypeError("Ada's message");
    if (turns === 6) done();
  });
  await isDone;
  clearInterval(timer);
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries).toEqual([
    expect.objectContaining({
      level: "warn",
      event: "job failed, will retry",
      job: "watering",
      error: "TypeError",
    }),
    expect.objectContaining({ level: "info", event: "job recovered", job: "watering" }),
  ]);
  expect(lines.join()).not.toContain("Ada");
  const metrics = await registry.metrics();
  expect(metrics).toContain('tree_api_job_failures_total{job_name="watering"} 3\n');
  expect(metrics).toContain('tree_api_job_period_seconds{job_name="watering"} 0.001\n');
  expect(metrics).toMatch(/tree_api_job_last_success_timestamp_seconds\{job_name="watering"\} 1\d{9}(\.\d+)?\n/);
});
