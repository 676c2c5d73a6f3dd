import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { API_URL, PASSWORD, type TestApp, type TestOwner, testApp } from "../app.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
const SITE_URL = "http://localhost:4321";

beforeAll(async () => {
  service = await testApp({ siteUrl: SITE_URL });
  owner = await service.signedInOwner();
});
afterAll(() => service.close());

const origin = "https://elsewhere.example";
const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));
const preflight = (path: string, method: string) =>
  service.ask(path, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": method, "access-control-request-headers": "content-type" },
  });

describe("the public API", () => {
  test.each([
    ["/v1/messages", "POST"],
    ["/v1/reports", "POST"],
    ["/v1/trees/aaaaaaaa", "GET"],
    ["/v1", "GET"],
    ["/openapi.json", "GET"],
  ])("answers the preflight of any website for %s", async (path, method) => {
    const { status, headers, text } = await preflight(path, method);
    expect([status, text]).toEqual([204, ""]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toContain(method);
    expect(headers.get("access-control-allow-headers")?.toLowerCase()).toContain("content-type");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(Number(headers.get("access-control-max-age"))).toBeGreaterThan(0);
  });

  test("lets any website read its responses, including errors, never with credentials", async () => {
    for (const path of ["/v1/status", "/v1/trees/zzzzzzzz", "/v1/trees/short", "/v1/nothing", "/v1/messages"]) {
      const { headers } = await service.ask(path, { headers: { origin } });
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      const exposed = headers.get("access-control-expose-headers")?.toLowerCase() ?? "";
      for (const name of ["ratelimit", "ratelimit-policy", "retry-after", "etag", "link", "x-request-id"]) {
        expect(exposed.split(", ")).toContain(name);
      }
      expect(headers.get("vary") ?? "").not.toContain("*");
    }
  });
});

describe("owner endpoints", () => {
  test("send no CORS headers, neither to a preflight nor in a response", async () => {
    for (const path of [
      "/owner/trees",
      "/owner/trees/aaaaaaaa",
      "/auth/sign-in/email",
      "/auth/get-session",
      "/",
      "/v1x",
    ]) {
      for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
        expect(corsHeaders((await preflight(path, method)).headers)).toEqual([]);
      }
      expect(corsHeaders((await service.ask(path, { headers: { origin, cookie: owner.cookie } })).headers)).toEqual([]);
    }
  });

  const tree = JSON.stringify({ name: "Forged", type: "christmas", openingDay: "2026-12-25", timeZone: "UTC" });
  const plantFrom = (headers: Record<string, string>) =>
    service.ask("/owner/trees", {
      method: "POST",
      headers: { cookie: owner.cookie, "content-type": "application/json", ...headers },
      body: tree,
    });

  test.each([
    ["another website", { origin }],
    ["a page without an origin", { origin: "null" }],
    ["a website whose origin starts with ours", { origin: `${SITE_URL}.elsewhere.example` }],
    ["the same host with another scheme", { origin: "https://localhost:4321" }],
    ["the same host on another port", { origin: `${SITE_URL}0` }],
    ["a page that claims to be ours", { origin, "sec-fetch-site": "same-origin" }],
    ["an opaque origin", { origin: "null" }],
    ["a frame on another website", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a link on another website", { "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { "sec-fetch-site": "same-site" }],
  ])("refuse a change that comes from %s", async (_where, headers: Record<string, string>) => {
    const { status, error } = await plantFrom(headers);
    expect([status, error.code]).toEqual([403, "cross_site_request"]);
  });

  test("refuse every changing method from another origin, including sign-in and sign-out", async () => {
    const requests = [
      ["PATCH", "/owner/trees/aaaaaaaa"],
      ["DELETE", "/owner/trees/aaaaaaaa"],
      ["POST", "/auth/sign-in/email"],
      ["POST", "/auth/sign-up/email"],
      ["POST", "/auth/sign-out"],
    ] as const;
    for (const [method, path] of requests) {
      const headers = { origin, cookie: owner.cookie, "content-type": "application/json" };
      const body = JSON.stringify({ email: owner.email, password: PASSWORD });
      const answer = await service.ask(path, { method, headers, body });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await owner.get<unknown[]>("/owner/trees")).data).toEqual([]);
  });

  test("accept changes from the service's own pages, and from programs without a browser", async () => {
    const welcome: Record<string, string>[] = [
      { origin: SITE_URL, "sec-fetch-site": "same-origin" },
      { origin: API_URL },
      { "sec-fetch-site": "same-origin" },
      // A form without JavaScript in a browser with referrers disabled.
      { origin: "null", "sec-fetch-site": "same-origin" },
      {},
    ];
    for (const headers of welcome) expect((await plantFrom(headers)).status).toBe(201);
  });
});

test("accepts a gift from any website", async () => {
  const { shareCode } = await service.createTree(owner);
  const headers = { origin, "sec-fetch-site": "cross-site", "content-type": "application/json" };
  const body = JSON.stringify({ shareCode, senderName: "Ann", message: "Hello", giftAssetId: "card" });
  expect((await service.ask("/v1/messages", { method: "POST", headers, body })).status).toBe(201);
});
