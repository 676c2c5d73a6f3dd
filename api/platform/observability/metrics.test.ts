import { afterAll, beforeAll, expect, test } from "bun:test";
import { newRegistry } from "../../../shared/observability/registry.ts";
import { aGift, type TestApp, testApp, testAppOn } from "../../app.test-utils.ts";
import { measuresIn } from "./measures.ts";

let made: TestApp;
const registry = newRegistry("api");
let api: string;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  made = await testApp();
  const counted = testAppOn(made.database, {}, made.database, undefined, undefined, measuresIn(registry));
  counted.app.listen({ port: 0, reusePort: false });
  api = `http://localhost:${counted.app.server?.port}`;
  stop = () => counted.app.stop(true);
});
afterAll(async () => {
  await stop();
  await made.close();
});

async function figures(): Promise<string> {
  // A request is counted after its response was sent.
  await Bun.sleep(50);
  return registry.metrics();
}

test("counts requests by route pattern and status, and API errors by code", async () => {
  await fetch(`${api}/v1/trees/AAAABBBB`);
  await fetch(`${api}/v1/status`);
  const text = await figures();
  expect(text).toContain('tree_api_requests_total{method="GET",route="/v1/trees/:code",status="404"} 1');
  expect(text).toContain('tree_api_requests_total{method="GET",route="/v1/status",status="200"} 1');
  expect(text).toContain('tree_api_refusals_total{reason="tree_not_found"} 1');
  expect(text).toContain('tree_api_cache_lookups_total{cache="trees",result="miss"}');
  expect(text).toMatch(/tree_api_request_duration_seconds_bucket\{le="10",route="\/v1\/status"\} 1/);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
});

test("keeps counting after the metrics were read", async () => {
  const counted = 'tree_api_requests_total{method="GET",route="/openapi.json",status="200"}';
  for (const times of [1, 2, 3]) {
    await fetch(`${api}/openapi.json`);
    expect(await figures()).toContain(`${counted} ${times}\n`);
    expect(await figures()).toContain(`${counted} ${times}\n`);
  }
});

test("exposes no tree, sender, text or address in the metrics", async () => {
  const owner = await made.signedInOwner();
  const { shareCode } = await made.createTree(owner, { name: "A most secret tree" });
  const gift = { ...aGift(shareCode), senderName: "Secret Sender", message: "Secret words" };
  const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" };
  const posted = await fetch(`${api}/v1/messages`, { method: "POST", headers, body: JSON.stringify(gift) });
  expect(posted.status).toBe(201);
  for (const path of [`/v1/messages/${shareCode}`, `/v1/trees/${shareCode}`, `/no/${shareCode}?q=Secret`, "/v1/Secret"])
    await fetch(api + path, { headers });
  await fetch(`${api}/v1/trees/${shareCode}`, { method: "PROPFIND", headers });
  const text = await figures();
  expect(text).toContain('route="/v1/messages",status="201"} 1');
  expect(text).toContain('route="none",status="404"} 2');
  for (const secret of [shareCode, "Secret", "secret", "203.0.113.9", owner.email]) expect(text).not.toContain(secret);
});

test("counts refused texts by the language and severity of the rule, once for each field", async () => {
  const owner = await made.signedInOwner();
  const { shareCode } = await made.createTree(owner);
  const headers = { "content-type": "application/json" };
  const leave = async (input: object) => {
    const body = JSON.stringify({ ...aGift(shareCode), ...input });
    return (await fetch(`${api}/v1/messages`, { method: "POST", headers, body })).status;
  };
  const mild = { message: "Du Dummkopf" };
  expect(await leave(mild)).toBe(422);
  expect(await leave({ senderName: "Du Dummkopf", message: "You are a fucking idiot" })).toBe(422);
  const named = await fetch(`${api}/owner/trees`, {
    method: "POST",
    headers: { ...headers, cookie: owner.cookie },
    body: JSON.stringify({ name: "Dummkopf", type: "christmas", openingDay: "2026-12-25", timeZone: "UTC" }),
  });
  expect(named.status).toBe(422);
  await owner.patch("/owner/account", { hidesMildWords: true });
  expect(await leave(mild)).toBe(201);
  const text = await figures();
  expect(text).toContain('tree_api_words_refused_total{language="de",severity="mild"} 3\n');
  expect(text).toContain('tree_api_words_refused_total{language="en",severity="strong"} 1\n');
  expect(text).not.toContain("Dummkopf");
});
