import { expect, test } from "bun:test";
import {
  ACCOUNT_RATE_POLICIES,
  APPEAL_RATE_POLICIES,
  GATHERING_RATE_POLICIES,
  PUBLIC_RATE_POLICIES,
  type RatePolicy,
  SITE_RATE_POLICIES,
} from "#contract/rate-limits";
import { formAgain, type Problem } from "./form.ts";

const { treesPerOwner, ...ofSigningIn } = ACCOUNT_RATE_POLICIES;
const { gatheringNowPerOwner, gatheringsPerOwner, ...ofGuests } = GATHERING_RATE_POLICIES;
const each = (policies: Record<string, RatePolicy>, says: Problem) =>
  Object.values(policies).map(({ name }): [string, Problem] => [name, says]);

test.each([
  ...each(PUBLIC_RATE_POLICIES, "tooMany"),
  ...each(SITE_RATE_POLICIES, "tooMany"),
  ...each(APPEAL_RATE_POLICIES, "tooManyAppeals"),
  ...each({ gatheringNowPerOwner, gatheringsPerOwner }, "tooManyGatherings"),
  ...each(ofGuests, "tooMany"),
  ...each(ofSigningIn, "tooManyTries"),
  ...each({ treesPerOwner }, "tooManyTrees"),
])("a form rejected with %s shows %s", (field, says) => {
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

test("a form comes back with its key, unless that was used", () => {
  const keyAfter = (code: "validation_failed" | "idempotency_key_reused") => {
    const error = { code, message: "", requestId: "" };
    return formAgain({ once: "k", name: "Ann" }, { status: 422, error }).again.values;
  };
  expect(keyAfter("validation_failed")).toEqual({ once: "k", name: "Ann" });
  expect(keyAfter("idempotency_key_reused")).toEqual({ name: "Ann" });
});
