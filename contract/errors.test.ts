import { expect, test } from "bun:test";
import { API_ERRORS, ApiError, type PublicErrorCode } from "./errors.ts";

const refusals = Object.entries(API_ERRORS);

test.each(refusals)("%s has an error status and a complete sentence", (_reason, { status, message }) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(message).toMatch(/^[A-Z].*\.$/);
  expect(message).not.toContain("undefined");
  expect(message).not.toContain("NaN");
});

test("every code is snake_case, which clients rely on", () => {
  for (const [reason] of refusals) expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

test("the codes of the public API keep their statuses", () => {
  const promised: Record<PublicErrorCode, number> = {
    invalid_code: 400,
    validation_failed: 400,
    invalid_json: 400,
    invalid_cursor: 400,
    content_rejected: 422,
    rate_limited: 429,
    idempotency_in_progress: 409,
    idempotency_key_reused: 422,
    tree_not_found: 404,
    message_not_found: 404,
    route_not_found: 404,
    method_not_allowed: 405,
    tree_paused: 409,
    body_too_large: 413,
    unsupported_media_type: 415,
    internal_error: 500,
    service_unavailable: 503,
  };
  for (const [code, status] of Object.entries(promised)) {
    expect<number>(API_ERRORS[code as PublicErrorCode].status).toBe(status);
  }
});

test("ApiError carries its code and field errors, and can be thrown", () => {
  const refusal = new ApiError("validation_failed", [{ field: "message", reason: "required" }]);
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal.reason).toBe("validation_failed");
  expect(refusal.details).toEqual([{ field: "message", reason: "required" }]);
  expect(refusal).not.toHaveProperty("code");
});
