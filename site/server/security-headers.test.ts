import { afterEach, expect, test } from "bun:test";
import { secure } from "./security-headers.ts";

afterEach(() => {
  delete process.env.WEBMCP_ORIGIN_TRIAL_TOKEN;
  delete process.env.SITE_URL;
});

function headersOf(path = "/"): Headers {
  const headers = new Headers();
  secure(headers, path);
  return headers;
}

test.each([
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["referrer-policy", "strict-origin-when-cross-origin"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["origin-agent-cluster", "?1"],
])("sends %s: %s on every response", (name, value) => {
  for (const path of ["/", "/my-trees/aB3dE5gH", "/auth/get-session", "/guides/privacy", "/_astro/unknown.js"])
    expect([path, headersOf(path).get(name)]).toEqual([path, value]);
});

test("sends on scripts and styles of pages only what concerns them", () => {
  const headers = new Headers();
  secure(headers, "/_astro/page.js", true);
  expect([...headers.keys()]).toEqual(["cross-origin-resource-policy", "x-content-type-options"]);
});

test.each([
  "/v1",
  "/v1/trees/aB3dE5gH",
  "/share-picture/home.png",
  "/.well-known/api-catalog",
  "/openapi.json",
  "/llms.txt",
  "/llms-full.txt",
  "/guides/privacy.md",
])("lets other websites embed or read %s", (path) => {
  expect(headersOf(path).get("cross-origin-resource-policy")).toBe("cross-origin");
});

test.each(["/v10", "/owner/trees", "/my-trees/share-picture", "/my-trees/x/keepsake", "/calendar/x.ics"])(
  "does not let other websites embed or read %s",
  (path) => {
    expect(headersOf(path).get("cross-origin-resource-policy")).toBe("same-origin");
  },
);

test("disables camera, microphone, location and payment; allows passkeys only on its own pages", () => {
  const permissions = `${headersOf().get("permissions-policy")}`;
  for (const feature of ["camera", "microphone", "geolocation", "payment"])
    expect(permissions).toContain(`${feature}=()`);
  for (const feature of ["publickey-credentials-create", "publickey-credentials-get"])
    expect(permissions).toContain(`${feature}=(self)`);
});

test("sends Strict-Transport-Security only if the site uses https", () => {
  expect(headersOf().has("strict-transport-security")).toBe(false);
  process.env.SITE_URL = "https://tree.example";
  expect(headersOf().get("strict-transport-security")).toBe("max-age=63072000");
});

test("allows no inline scripts and nothing from other hosts", () => {
  const policy = `${headersOf().get("content-security-policy")}`;
  expect(policy).not.toContain("unsafe");
  expect(policy).not.toMatch(/https?:|\*/);
  for (const kind of ["default-src", "script-src", "style-src", "connect-src", "form-action"])
    expect(policy).toContain(`${kind} 'self'`);
  for (const kind of ["object-src", "base-uri", "frame-ancestors"]) expect(policy).toContain(`${kind} 'none'`);
});

test("sends the origin trial token if one is set", () => {
  expect(headersOf().has("origin-trial")).toBe(false);
  process.env.WEBMCP_ORIGIN_TRIAL_TOKEN = "A0kTn==";
  expect(headersOf().get("origin-trial")).toBe("A0kTn==");
});

test("keeps headers that a response already has", () => {
  const headers = new Headers({ "content-security-policy": "sandbox" });
  secure(headers, "/v1");
  expect(headers.get("content-security-policy")).toBe("sandbox");
  expect(headers.get("x-frame-options")).toBe("DENY");
});
