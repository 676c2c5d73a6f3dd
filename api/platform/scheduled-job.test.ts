import { expect, test } from "bun:test";
import { createLog } from "../log.ts";
import { scheduleJob } from "./scheduled-job.ts";

test("a job that fails goes on, and the log hears once that it fails, and once that it works again", async () => {
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
  const told = lines.map((line) => JSON.parse(line));
  expect(told).toEqual([
    expect.objectContaining({
      level: "warn",
      event: "a job failed, to be tried again",
      job: "watering",
      error: "TypeError",
    }),
    expect.objectContaining({ level: "info", event: "a job works again", job: "watering" }),
  ]);
  expect(lines.join()).not.toContain("Ada");
});
