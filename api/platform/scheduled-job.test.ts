import { expect, test } from "bun:test";
import { createLog } from "../log.ts";
import { scheduleJob } from "./scheduled-job.ts";

test("keeps running a job that fails, and logs the first failure and the recovery", async () => {
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  let turns = 0;
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const timer = scheduleJob(1, "watering", log, async () => {
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
});
