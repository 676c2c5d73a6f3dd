import type { ValidationError } from "elysia";
import type { z } from "zod";
import type { FieldError, FieldErrorReason } from "#contract/errors";

type Issue = z.core.$ZodIssue;

/** So many faults a refusal names at most; a body can hold thousands of unknown fields. */
export const FIELD_ERRORS_MAX = 100;

/** The fields at fault, each once, with a reason a program can act on. Values are never repeated. */
export function fieldErrors(error: ValidationError): FieldError[] {
  const checked = error.validator as { schema: z.ZodType };
  const outcome = checked.schema.safeParse(error.value, { reportInput: true });
  const fieldErrors = (outcome.error?.issues ?? []).flatMap(toFaults);
  const named = new Set<string>();
  return fieldErrors.filter(({ field }) => !named.has(field) && named.add(field)).slice(0, FIELD_ERRORS_MAX);
}

function toFaults(issue: Issue): FieldError[] {
  const field = issue.path.join(".") || "body";
  // Names of unknown fields come from outside too: what is long or odd is not sent back.
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: /^[\w.-]{1,40}$/.test(key) ? key : "body", reason: "unknown_field" }));
  }
  return [{ field, reason: reasonOf(issue), ...lengthIn(issue), ...(issue.code === "custom" && issue.params) }];
}

/** The bound that a text misses, and its length, where the library counted: each character as it stands. */
function lengthIn(issue: Issue): Pick<FieldError, "max" | "length"> {
  if (issue.code !== "too_big" || typeof issue.input !== "string") return {};
  return { max: Number(issue.maximum), length: [...issue.input].length };
}

function reasonOf(issue: Issue): FieldErrorReason {
  switch (issue.code) {
    case "custom":
      // Our own shapes put the reason there (`addFieldError`, in fields.ts).
      return issue.message as FieldErrorReason;
    case "invalid_type":
      return issue.input === undefined ? "required" : "wrong_type";
    case "invalid_value":
      return "not_one_of_the_values";
    case "too_small":
      return "too_small";
    case "too_big":
      return issue.origin === "string" ? "too_long" : "too_large";
    default:
      return "malformed";
  }
}
