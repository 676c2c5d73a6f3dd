import { afterAll, describe, expect, test } from "bun:test";
import { API_ERRORS, type ApiErrorCode } from "#contract/errors";
import { type Answer, testApp } from "./app.test-utils.ts";

/** Public routes. Every route that is not on this list must require a session. */
const PUBLIC_ROUTES = [
  "POST /site/visits",
  "GET /openapi.json",
  "GET /docs",
  "GET /docs/swagger-ui.css",
  "GET /docs/swagger-ui-bundle.js",
  "GET /v1",
  "GET /v1/status",
  "GET /v1/trees/:code",
  "GET /v1/messages/:code",
  "POST /v1/messages",
  "GET /site/trees/:code",
  "POST /site/gifts",
  "GET /site/gifts/:code/:id",
  "POST /site/gifts/:code/:id/report",
  "DELETE /site/gifts/:code/:id",
  "GET /site/push",
  "GET /site/gifts/:code/:id/devices",
  "POST /site/gifts/:code/:id/devices",
  "DELETE /site/gifts/:code/:id/devices",
  "POST /v1/reports",
  "POST /site/appeals",
  "POST /auth/sign-up/email",
  "POST /auth/sign-in/email",
  "POST /auth/link",
  "POST /auth/sign-in/link",
  "POST /auth/sign-out",
  "GET /auth/get-session",
  "POST /auth/request-password-reset",
  "POST /auth/reset-password",
  "POST /auth/confirm-email",
  "POST /auth/unsubscribe",
  "POST /auth/passkey/options",
  "POST /auth/sign-in/passkey",
  "POST /site/claims",
];

const service = await testApp();
const owner = await service.signedInOwner();
const { shareCode: code } = await service.createTree(owner);
afterAll(() => service.close());

const routes = () => service.app.routes.filter(({ method }) => method !== "OPTIONS");
const routeNames = () => routes().map(({ method, path }) => `${method} ${path}`);

function expectError(answer: Answer<unknown>, reason: ApiErrorCode) {
  const { status, message } = API_ERRORS[reason];
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const requestId = answer.headers.get("x-request-id") ?? "none";
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  const { details } = answer.error;
  const error = { code: reason, message, ...(details && { details }), requestId };
  expect(JSON.parse(answer.text)).toEqual({ success: false, error });
}

describe("access", () => {
  test("the public routes are those on the list", () => {
    expect(routeNames().filter((name) => !/ \/(owner|moderation)/.test(name))).toEqual(PUBLIC_ROUTES);
  });

  test("every other route refuses anonymous requests, with any cookie", async () => {
    const guarded = routes().filter(({ method, path }) => !PUBLIC_ROUTES.includes(`${method} ${path}`));
    expect(guarded.length).toBeGreaterThanOrEqual(15);
    const session = owner.cookie.split("; ").find((pair) => pair.includes("session_token=")) ?? "";
    const [name = "", value = ""] = session.split("=");
    const strangers = ["", `${name}=`, `${name}=nonsense`, `${name}=${value.slice(0, -8)}AAAAA%3D`, `${name}=%E0%A4%A`];
    for (const { method, path } of guarded) {
      for (const cookie of strangers) {
        const init = { method, headers: { ...(cookie && { cookie }), "content-type": "application/json" } };
        const answer = await service.ask(path.replace(":code", code), init);
        expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 401`);
        expectError(answer, "not_signed_in");
      }
    }
    expect((await owner.get(`/owner/trees/${code}`)).status).toBe(200);
  });

  test("moderators' routes do not exist for other owners", async () => {
    const guarded = routes().filter(({ path }) => path.startsWith("/moderation"));
    expect(guarded.length).toBeGreaterThanOrEqual(3);
    for (const { method, path } of guarded) {
      const headers = { cookie: owner.cookie, "content-type": "application/json" };
      expectError(await service.ask(path, { method, headers }), "route_not_found");
    }
  });

  test("ignores credentials on the public API", async () => {
    const headers = { cookie: owner.cookie, authorization: "Bearer x" };
    const signedIn = await service.ask(`/v1/trees/${code}`, { headers });
    expect(signedIn.text).toBe((await service.get(`/v1/trees/${code}`)).text);
    expect(signedIn.headers.getSetCookie()).toEqual([]);
  });
});

describe("every response is the envelope", () => {
  test("a success is JSON with `success`, `data` and a request ID", async () => {
    for (const path of ["/v1", "/v1/status", `/v1/trees/${code}`, `/v1/messages/${code}`, "/auth/get-session"]) {
      const answer = await service.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toStartWith("application/json");
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(Object.keys(JSON.parse(answer.text)).filter((key) => key !== "page")).toEqual(["success", "data"]);
      expect(JSON.parse(answer.text).success).toBe(true);
    }
  });

  test.each([
    "/",
    "/v2",
    "/v1/nothing",
    "/v1/trees",
    "/v1/trees//",
    "/owner",
    "/owner/nothing",
    "/auth/nothing",
    "/%00",
    "/%E0%A4%A",
  ])("answers 404 at %s", async (path) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      expectError(await service.ask(path, { method }), "route_not_found");
    }
  });

  test.each([
    ["DELETE", "/v1/trees/aaaaaaaa", "GET, HEAD, OPTIONS"],
    ["PUT", "/v1/messages/aaaaaaaa", "GET, HEAD, OPTIONS"],
    ["GET", "/v1/messages", "POST, OPTIONS"],
    ["HEAD", "/v1/messages", "POST, OPTIONS"],
    ["GET", "/v1/reports", "POST, OPTIONS"],
    ["POST", "/v1/status", "GET, HEAD, OPTIONS"],
    ["PURGE", "/v1", "GET, HEAD, OPTIONS"],
    ["GET", "/auth/sign-in/email", "POST, OPTIONS"],
    ["PUT", "/owner/trees", "GET, POST, HEAD, OPTIONS"],
    ["POST", "/owner/trees/aaaaaaaa", "GET, PATCH, DELETE, HEAD, OPTIONS"],
  ])("refuses %s %s with 405 and lists the allowed methods in `Allow`", async (method, path, allowed) => {
    const answer = await service.ask(path, { method });
    expectError(answer, "method_not_allowed");
    expect(answer.headers.get("allow")).toBe(allowed);
  });

  test("answers HEAD like GET, without a body", async () => {
    for (const path of [
      "/v1",
      "/v1/status",
      `/v1/trees/${code}`,
      `/v1/messages/${code}`,
      "/v1/trees/zzzzzzzz",
      "/owner/trees",
    ]) {
      const head = await service.ask(path, { method: "HEAD" });
      const get = await service.get(path);
      expect(head.text).toBe("");
      expect(head.status).toBe(get.status);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    }
  });

  test("ignores a trailing slash", async () => {
    expect((await service.get(`/v1/trees/${code}/`)).text).toBe((await service.get(`/v1/trees/${code}`)).text);
  });
});
