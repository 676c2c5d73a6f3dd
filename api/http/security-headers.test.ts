import { afterAll, describe, expect, test } from "bun:test";
import { testApp, testAppOn } from "../app.test-utils.ts";

const service = await testApp();
const owner = await service.signedInOwner();
const { shareCode: code } = await service.createTree(owner);
afterAll(() => service.close());

const json = { "content-type": "application/json" };
/** Every kind of response: success, not found, invalid, wrong method, preflight, file, stream, not modified. */
const ANSWERS: [string, number, () => Promise<{ status: number; headers: Headers }>, "cross-origin" | "same-origin"][] =
  [
    ["a tree", 200, () => service.get(`/v1/trees/${code}`), "cross-origin"],
    ["an unchanged tree", 304, () => known(`/v1/trees/${code}`), "cross-origin"],
    ["a preflight", 204, () => service.ask("/v1/messages", { method: "OPTIONS" }), "cross-origin"],
    ["an unknown tree", 404, () => service.get("/v1/trees/zzzzzzzz"), "cross-origin"],
    ["a wrong method", 405, () => service.ask("/v1/status", { method: "DELETE" }), "cross-origin"],
    [
      "invalid JSON",
      400,
      () => service.ask("/v1/messages", { method: "POST", headers: json, body: "{" }),
      "cross-origin",
    ],
    ["the description", 200, () => raw("/openapi.json"), "cross-origin"],
    ["the interactive page", 200, () => raw("/docs"), "same-origin"],
    ["its script", 200, () => raw("/docs/swagger-ui-bundle.js"), "same-origin"],
    ["an unknown path", 404, () => service.get("/nothing"), "same-origin"],
    ["a session", 200, () => service.get("/auth/get-session"), "same-origin"],
    ["an owner endpoint without a session", 401, () => service.get("/owner/trees"), "same-origin"],
    ["an owner's trees", 200, () => owner.get("/owner/trees"), "same-origin"],
    ["an owner's export", 200, () => owner.get("/owner/export"), "same-origin"],
    ["a preflight of an owner endpoint", 204, () => service.ask("/owner/trees", { method: "OPTIONS" }), "same-origin"],
  ];
const raw = (path: string) => service.app.handle(new Request(`http://localhost:3000${path}`));
async function known(path: string) {
  const { headers } = await service.get(path);
  return service.ask(path, { headers: { "if-none-match": headers.get("etag") ?? "" } });
}

describe("every response has security headers", () => {
  test.each(ANSWERS)("%s (%d)", async (_what, status, ask, policy) => {
    const { status: answered, headers } = await ask();
    const said = [
      "x-content-type-options",
      "referrer-policy",
      "cross-origin-opener-policy",
      "cross-origin-resource-policy",
    ];
    expect([answered, ...said.map((name) => headers.get(name))]).toEqual([
      status,
      "nosniff",
      "no-referrer",
      "same-origin",
      policy,
    ]);
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.has("strict-transport-security")).toBe(false);
  });
});

test("sends Strict-Transport-Security if the API uses https", async () => {
  const secure = testAppOn(service.database, { apiUrl: "https://api.tree.example" });
  for (const path of ["/v1/status", "/nothing"])
    expect((await secure.get(path)).headers.get("strict-transport-security")).toBe("max-age=63072000");
});
