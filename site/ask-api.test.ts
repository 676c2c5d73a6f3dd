import { afterAll, expect, test } from "bun:test";
import { askApi } from "./ask-api.ts";

const WAIT = { signal: new AbortController().signal };
/** Who asks with this would give up by themselves long after the API is known to be silent: the error then has another name. */
const patience = () => ({ signal: AbortSignal.timeout(25_000) });

let isStandingStill = false;
const standing: (() => void)[] = [];
/** Somebody at the API's address who takes every request, and answers when they feel like it. */
const there = Bun.serve({
  port: 0,
  idleTimeout: 60,
  async fetch() {
    if (isStandingStill) await new Promise<void>((resolve) => standing.push(resolve));
    return Response.json({ success: true });
  },
});
const { API_INNER_URL } = process.env;
process.env.API_INNER_URL = `http://127.0.0.1:${there.port}`;

afterAll(async () => {
  await there.stop(true);
  if (API_INNER_URL === undefined) delete process.env.API_INNER_URL;
  else process.env.API_INNER_URL = API_INNER_URL;
});

const outcome = (asked: Promise<Response>) =>
  asked.then(
    ({ status }) => status,
    (error) => error.code,
  );

test("an API that stands still is waited for once, then nobody waits longer than a probe until it is heard again", async () => {
  expect(await outcome(askApi("/v1", WAIT))).toBe(200);

  isStandingStill = true;
  const first = await Promise.all(["/v1/status", "/v1"].map((path) => outcome(askApi(path, patience()))));
  expect(first).toEqual(["CONNECTION_SILENT", "CONNECTION_SILENT"]);
  const held = standing.length;
  expect(await outcome(askApi("/v1", patience()))).toBe("CONNECTION_SILENT");
  // Only whoever finds out asks on, and nobody waited for more than the probe that was under way and the next.
  expect(standing.length - held).toBeLessThanOrEqual(2);

  isStandingStill = false;
  for (const goOn of standing.splice(0)) goOn();
  // Whoever comes at that very moment is served.
  expect(await outcome(askApi("/v1", WAIT))).toBe(200);
}, 60_000);

test("whoever leaves is not waited for, and one slow answer makes nobody silent", async () => {
  isStandingStill = true;
  const leaving = new AbortController();
  const left = askApi("/v1", { signal: leaving.signal }).catch((error) => error.name);
  setTimeout(() => leaving.abort(), 50);
  expect(await left).toBe("AbortError");
  const slow = outcome(askApi("/v1/export", WAIT));
  while (standing.length < 2) await Bun.sleep(5);
  isStandingStill = false;
  // The one that is slow waits for longer than silence takes; the probe is answered.
  await Bun.sleep(6000);
  expect(await outcome(askApi("/v1", WAIT))).toBe(200);
  for (const goOn of standing.splice(0)) goOn();
  expect(await slow).toBe(200);
}, 20_000);
