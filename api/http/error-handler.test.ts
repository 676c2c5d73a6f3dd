import { afterAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { Registry } from "prom-client";
import { PRODUCTION_MODE } from "../../shared/http/production-mode.ts";
import { aGift, PASSWORD, testApp, testAppOn } from "../app.test-utils.ts";
import { openDatabase } from "../platform/db/client.ts";
import { measuresIn } from "../platform/observability/measures.ts";
import { lastAnswer } from "./error-handler.ts";

const service = await testApp();
const owner = await service.signedInOwner();
const { shareCode } = await service.createTree(owner);
afterAll(() => service.close());

/** Internal details that must never leak. */
const inside = /postgres|drizzle|sql|select|insert|127\.0\.0\.1|ECONN|password|\.ts|node_modules/i;

describe("while the database is down", () => {
  // Nothing listens on port 1.
  const away = testAppOn(openDatabase("postgres://tree:dead-secret@127.0.0.1:1/tree"));
  const requests: [string, string, Record<string, string> | null][] = [
    ["GET", "/v1/status", null],
    ["GET", "/v1/trees/aaaaaaaa", null],
    ["GET", "/v1/messages/aaaaaaaa", null],
    ["POST", "/v1/messages", aGift("aaaaaaaa")],
    ["POST", "/v1/reports", { shareCode: "aaaaaaaa", reason: "spam" }],
    ["POST", "/auth/sign-up/email", { email: "a@example.org", password: PASSWORD }],
    ["POST", "/auth/sign-in/email", { email: "a@example.org", password: PASSWORD }],
    ["POST", "/auth/sign-out", null],
    ["GET", "/auth/get-session", null],
    ["GET", "/owner/trees", null],
    ["GET", "/owner/trees/aaaaaaaa/messages", null],
    ["DELETE", "/owner/trees/aaaaaaaa", null],
  ];

  test.each(requests)("%s %s answers 503 with Retry-After, and reveals no internals", async (method, path, body) => {
    const headers = { cookie: owner.cookie, "content-type": "application/json" };
    const answer = await away.ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const isSigningOut = path === "/auth/sign-out";
    const code = isSigningOut ? "session_left_open" : "service_unavailable";
    expect([answer.status, answer.error.code]).toEqual([503, code]);
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-type")).toBe("application/json");
    // Signing out clears the cookie in any case.
    expect(answer.headers.getSetCookie()).toEqual(isSigningOut ? [expect.stringMatching(/=; Max-Age=0/)] : []);
    expect(answer.text).not.toMatch(inside);
  });

  test("requests that need no database work as usual", async () => {
    expect((await away.get("/v1")).status).toBe(200);
    expect((await away.get("/v1/trees/short")).error.code).toBe("invalid_code");
    expect((await away.post("/v1/messages", {})).error.code).toBe("validation_failed");
    expect((await away.get("/owner/trees")).error.code).toBe("not_signed_in");
  });

  test("the log contains warnings without the values of the statements", async () => {
    await Bun.sleep(10);
    const warnings = away.logLines.filter((line) => line.includes("request not served"));
    expect(warnings).toHaveLength(requests.length);
    for (const secret of ["aaaaaaaa", "a@example.org", "Warm wishes", "dead-secret", PASSWORD]) {
      expect(away.logLines.join("\n")).not.toContain(secret);
    }
  });
});

test("an internal error answers 500 with a request ID found in the log, and reveals no internals", async () => {
  // An unforeseen failure: the table is missing, and the statement with the sender's text fails.
  await service.database.execute(sql`alter table messages rename to lost_messages`);
  const answer = await service.post("/v1/messages", { ...aGift(shareCode), message: "between us" });
  await service.database.execute(sql`alter table lost_messages rename to messages`);

  expect([answer.status, answer.error.code]).toEqual([500, "internal_error"]);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.text).not.toMatch(inside);

  const [line = "{}"] = service.logLines.filter((each) => each.includes("request failed"));
  expect(JSON.parse(line)).toMatchObject({ level: "error", requestId: answer.error.requestId, code: "42P01" });
  for (const secret of ["between us", "Ann", shareCode]) expect(line).not.toContain(secret);
});

test("a failure outside of Elysia answers in the same way, without source code", async () => {
  const cacheLookup = () => {
    throw new Error("between us");
  };
  const broken = testAppOn(service.database, {}, service.database, undefined, undefined, {
    ...measuresIn(new Registry()),
    cacheLookup,
  });
  broken.app.listen({ ...PRODUCTION_MODE, port: 0, error: lastAnswer(broken.log) });
  const answer = await fetch(`http://localhost:${broken.app.server?.port}/v1/trees/${shareCode}`);
  const text = await answer.text();
  await broken.app.stop(true);

  expect([answer.status, answer.headers.get("content-type")]).toEqual([500, "application/json"]);
  const { success, error } = JSON.parse(text);
  expect([success, error.code, error.requestId]).toEqual([false, "internal_error", answer.headers.get("x-request-id")]);
  expect(text).not.toMatch(inside);
  const [line = "{}"] = broken.logLines.filter((each) => each.includes("request failed"));
  expect(JSON.parse(line)).toMatchObject({ level: "error", requestId: error.requestId, error: "Error" });
  expect(line).not.toContain("between us");
});

test("a failed request does not change the gift count", async () => {
  expect((await service.get<{ giftCount: number }>(`/v1/trees/${shareCode}`)).data.giftCount).toBe(0);
  expect((await service.addGift(shareCode)).giftCount).toBe(1);
});
