import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLog } from "../../shared/observability/log.ts";
import { PASSWORD, type TestApp, testApp } from "../app.test-utils.ts";
import { logAnswered } from "./request-log.ts";

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

type Line = {
  time: string;
  level: string;
  event: string;
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
};
// The line is written after the response was sent.
const settledLog = async () => {
  await Bun.sleep(20);
  return service.logLines;
};

test("logs no text, name, e-mail, share code, ID or password over a whole user journey", async () => {
  const owner = await service.signedInOwner();
  const wrong = "not-the-password";
  await service.post("/auth/sign-in/email", { email: owner.email, password: wrong });
  const tree = await service.createTree(owner, { name: "Treename" });
  const code = tree.shareCode;
  const gift = await service.addGift(code, { senderName: "Sendername", message: "Messagetext" });
  await service.post("/v1/messages", {
    shareCode: code,
    senderName: "Sendername",
    message: "Messagetext\0",
    extra: "Extra",
  });
  await service.get(`/v1/trees/${code}?name=Queryvalue`);
  await service.get(`/v1/messages/${code}?limit=1&cursor=Cursorvalue`);
  await service.post("/v1/reports", { shareCode: code, messageId: gift.id, reason: "other", details: "Reportdetails" });
  await owner.patch(`/owner/trees/${code}`, { name: "Newtreename", isPaused: true });
  await service.post("/v1/messages", {
    shareCode: code,
    senderName: "Sendername",
    message: "Messagetext",
    giftAssetId: "card",
  });
  service.setTime("2026-12-26T00:00:00Z");
  await owner.get(`/owner/trees/${code}/messages`);
  await service.get(`/nowhere/${code}/Pathvalue`);
  await service.ask(`/v1/trees/${code}`, { method: "PUT" });
  await service.ask("/owner/trees", {
    method: "POST",
    headers: { origin: "https://elsewhere.example", cookie: owner.cookie },
  });
  await owner.delete(`/owner/trees/${code}`);
  await owner.post("/auth/sign-out");

  const log = (await settledLog()).join("\n");
  expect(service.logLines.length).toBeGreaterThanOrEqual(16);
  const words = ["name", "text", "value", "details", "Extra"].map(
    (end) => new RegExp(`(Tree|New|Sender|Message|Query|Cursor|Path|Report)?${end}\\b`),
  );
  for (const word of words) expect(log.replaceAll('"name"', "")).not.toMatch(word);
  const token = decodeURIComponent(owner.cookie.split("=")[1] ?? "").slice(0, 20);
  for (const secret of [owner.email, "example.org", PASSWORD, wrong, code, gift.id, token]) {
    expect(log).not.toContain(secret);
  }
});

test("logs one line per request: its ID, method, route pattern, status and duration", async () => {
  service.logLines.length = 0;
  const { headers } = await service.get("/v1/trees/zzzzzzzz");
  const lines = await settledLog();
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? "{}") as Line;
  expect(line).toEqual({
    time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
    level: "info",
    event: "request answered",
    requestId: headers.get("x-request-id") ?? "none",
    method: "GET",
    route: "/v1/trees/:code",
    status: 404,
    ms: expect.any(Number),
  });
});

test.each([
  ["GET", 200, 3, "debug"],
  ["HEAD", 304, 3, "debug"],
  ["OPTIONS", 204, 3, "debug"],
  ["POST", 429, 3, "debug"],
  ["GET", 200, 1000, "info"],
  ["POST", 429, 1000, "info"],
  ["GET", 302, 3, "debug"],
  ["GET", 404, 3, "info"],
  ["GET", 503, 3, "info"],
  ["POST", 201, 3, "info"],
  ["DELETE", 200, 3, "info"],
])("logs %s, status %i, %i ms, at level %s", (method, status, ms, level) => {
  const levels: string[] = [];
  const log = createLog("debug", (_, own) => levels.push(own));
  logAnswered(log, undefined, { requestId: "1", method, route: "/v1/status", status, ms });
  expect(levels).toEqual([level]);
});

test("logs responses of the sign-in library with their request ID too", async () => {
  const owner = await service.signedInOwner();
  await settledLog();
  service.logLines.length = 0;
  const { headers, status } = await owner.post("/auth/sign-out");
  const [line = "{}"] = await settledLog();
  expect(JSON.parse(line)).toMatchObject({ requestId: headers.get("x-request-id") ?? "none", status });
});

test("gives every request a unique ID that the client cannot choose", async () => {
  const ids = new Set<string | null>();
  for (let count = 0; count < 5; count += 1) {
    const { headers } = await service.ask("/v1", { headers: { "x-request-id": "chosen" } });
    ids.add(headers.get("x-request-id"));
  }
  expect(ids.size).toBe(5);
  expect(ids.has("chosen")).toBe(false);
});
