import { expect, test } from "bun:test";
import { ACCOUNT_RATE_POLICIES, PUBLIC_RATE_POLICIES, type RatePolicy } from "#contract/rate-limits";
import { fieldAgain, formAgain, type Problem } from "./form.ts";

const { treesPerOwner, ...ofSigningIn } = ACCOUNT_RATE_POLICIES;
const each = (policies: Record<string, RatePolicy>, says: Problem) =>
  Object.values(policies).map(({ name }): [string, Problem] => [name, says]);

test.each([
  ...each(PUBLIC_RATE_POLICIES, "tooMany"),
  ...each(ofSigningIn, "tooManyTries"),
  ...each({ treesPerOwner }, "tooManyTrees"),
])("a form that %s refused says %s", (field, says) => {
  const error = {
    code: "rate_limited" as const,
    message: "",
    details: [{ field, reason: "quota_used_up" as const }],
    requestId: "",
  };
  const { again } = formAgain({ name: "Ann", password: "secret" }, { status: 429, error, retryAfter: "9" });
  expect(again).toMatchObject({ problem: says, status: 429, retryAfter: "9", values: { name: "Ann" } });
  expect(again.values).not.toHaveProperty("password");
});

test.each([
  ["", "required"],
  [" \t", "required"],
  ["\u3164", "shows_nothing"],
  ["\ue000", "shows_nothing"],
] as const)("a name %p that the API calls missing is shown as %s", (senderName, reason) => {
  const details = [{ field: "senderName", reason: "required" as const }];
  const error = { code: "validation_failed" as const, message: "", details, requestId: "" };
  expect(formAgain({ senderName }, { status: 400, error }).again.faults).toEqual({
    senderName: { field: "senderName", reason },
  });
});

test("a fault that a page raises itself names its field, so that its sentence fits", () => {
  expect(fieldAgain({}, "confirm", "required")).toMatchObject({
    again: { faults: { confirm: { field: "confirm", reason: "required" } }, problem: "someFields", status: 422 },
  });
});
