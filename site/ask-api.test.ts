import { afterAll, expect, test } from "bun:test";
import { findApiAt } from "./addresses.test-utils.ts";
import { askApi } from "./ask-api.ts";

const WAIT = { signal: new AbortController().signal };
/** Times out long after the API counts as unresponsive, so the error has another name than the breaker's. */
const patience = () => ({ signal: AbortSignal.timeout(25_000) });

let isStandingStill = false;
const standing: (() => void)[] = [];
/** A stand-in for the API that accepts every request and answers on demand. */
const there = Bun.serve({
  port: 0,
  idleTimeout: 60,
  async fetch() {
    if (isStandingStill) await new Promise<void>((resolve) => standing.push(resolve));
    return Response.json({ success: true });
  },
});
const lose = findApiAt(`http://127.0.0.1:${there.port}`);

afterAll(async () => {
  await there.stop(true);
  lose();
});

const outcome = (answer: Promise<Response>) =>
  answer.then(
    ({ status }) => status,
    (error) => error.code,
  );

test("waits for a stalled API once, then fails fast after one probe until the API answers again", async () => {
  expect(await outcome(askApi("/v1", WAIT))).toBe(200);

  isStandingStill = true;
  const first = await Promise.all(["/v1/status", "/v1"].map((path) => outcome(askApi(path, patience()))));
  expect(first).toEqual(["CONNECTION_SILENT", "CONNECTION_SILENT"]);
  const held = standing.length;
  expect(await outcome(askApi("/v1", patience()))).toBe("CONNECTION_SILENT");
  // Only the probe is sent; no caller waited for more than the current probe and the next.
  expect(standing.length - held).toBeLessThanOrEqual(2);

  isStandingStill = false;
  for (const goOn of standing.splice(0)) goOn();
  // A request right after the recovery is served.
  expect(await outcome(askApi("/v1", WAIT))).toBe(200);
}, 60_000);

test("does not count an aborted request or one slow response as an outage", async () => {
  isStandingStill = true;
  const leaving = new AbortController();
  const left = askApi("/v1", { signal: leaving.signal }).catch((error) => error.name);
  setTimeout(() => leaving.abort(), 50);
  expect(await left).toBe("AbortError");
  const slow = outcome(askApi("/v1/export", WAIT));
  while (standing.length < 2) await Bun.sleep(5);
  isStandingStill = false;
  // The slow request takes longer than the breaker's timeout, but the probe is answered.
  await Bun.sleep(2000);
  expect(await outcome(askApi("/v1", WAIT))).toBe(200);
  for (const goOn of standing.splice(0)) goOn();
  expect(await slow).toBe(200);
}, 20_000);
