import { afterEach, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { secure } from "./security-headers.ts";

afterEach(() => {
  delete process.env.WEBMCP_ORIGIN_TRIAL_TOKEN;
});

function headersOf(): Map<string, unknown> {
  const headers = new Map<string, unknown>();
  secure({ setHeader: (name: string, value: unknown) => headers.set(name, value) } as unknown as ServerResponse);
  return headers;
}

test("nothing inline may run, and nothing from elsewhere", () => {
  const policy = `${headersOf().get("content-security-policy")}`;
  expect(policy).not.toContain("unsafe");
  expect(policy).not.toMatch(/https?:|\*/);
  for (const kind of ["default-src", "script-src", "style-src", "connect-src", "form-action"])
    expect(policy).toContain(`${kind} 'self'`);
  for (const kind of ["object-src", "base-uri", "frame-ancestors"]) expect(policy).toContain(`${kind} 'none'`);
});

test("an origin-trial token is sent where an operator has one", () => {
  expect(headersOf().has("origin-trial")).toBe(false);
  process.env.WEBMCP_ORIGIN_TRIAL_TOKEN = "A0kTn==";
  expect(headersOf().get("origin-trial")).toBe("A0kTn==");
});
