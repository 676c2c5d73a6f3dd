import type { ValidationError } from "elysia";
import type { z } from "zod";
import type { FieldError, FieldErrorReason } from "#contract/errors";

type Issue = z.core.$ZodIssue;

/** Maximum number of field errors in a response; a body can contain thousands of unknown fields. */
export const FIELD_ERRORS_MAX = 100;

/** Returns the invalid fields, each once, with a machine-readable reason. Never contains their values. */
export function fieldErrors(error: ValidationError): FieldError[] {
  const checked = error.validator as { schema: z.ZodType };
  const outcome = checked.schema.safeParse(error.value, { reportInput: true });
  const fieldErrors = (outcome.error?.issues ?? []).flatMap(toFaults);
  const named = new Set<string>();
  return fieldErrors.filter(({ field }) => !named.has(field) && named.add(field)).slice(0, FIELD_ERRORS_MAX);
}

function toFaults(issue: Issue): FieldError[] {
  const field = issue.path.join(".") || "body";
  // Clients also choose the names of unknown fields: long or unusual ones are not echoed.
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: /^[\w.-]{1,40}$/.test(key) ? key : "body", reason: "unknown_field" }));
  }
  return [{ field, reason: reasonOf(issue), ...lengthIn(issue), ...(issue.code === "custom" && issue.params) }];
}

/** The limit that a text exceeds, and its length, if the library counted it: in code points, without tidying. */
function lengthIn(issue: Issue): Pick<FieldError, "max" | "length"> {
  if (issue.code !== "too_big" || typeof issue.input !== "string") return {};
  return { max: Number(issue.maximum), length: [...issue.input].length };
}

function reasonOf(issue: Issue): FieldErrorReason {
  switch (issue.code) {
    case "custom":
      // Our own schemas put the reason there (`addFieldError`, in fields.ts).
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
