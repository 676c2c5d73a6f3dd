import { MIMEType } from "node:util";
import type { ValidationError } from "elysia";
import { z } from "zod";
import type { TidyText } from "#contract/characters";
import { isShareCode, SHARE_CODE_PATTERN } from "#contract/codes";
import { ApiError, type FieldError, type FieldErrorReason, type FieldProblem } from "#contract/errors";
import { BODY_MAX_BYTES, SHARE_CODE_LENGTH } from "#contract/limits";
import { boundedBody } from "../../shared/http/bounded-body.ts";

/**
 * Reads a request body as strict JSON: requires the JSON content type, limits the size while reading, and requires
 * valid UTF-8. Used as a route's `parse`, in place of Elysia's, which accepts JSON of any type and size.
 */
export async function jsonBody({ request }: { request: Request }): Promise<unknown> {
  if (!isJson(request.headers.get("content-type") ?? "")) throw new ApiError("unsupported_media_type");
  const bytes = await readBounded(request);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError("invalid_json");
  }
}

/** Read as the WHATWG's MIME types are: other parameters than the charset, and a stray semicolon, mean nothing. */
function isJson(type: string): boolean {
  try {
    const { essence, params } = new MIMEType(type);
    return essence === "application/json" && /^utf-?8$/i.test(params.get("charset") ?? "utf-8");
  } catch {
    return false;
  }
}

async function readBounded(request: Request): Promise<Uint8Array> {
  const bytes = await boundedBody(request, BODY_MAX_BYTES).catch((error) => {
    // The client disconnected or was cut off: not our error, and no one receives the response.
    if (request.signal.aborted) throw new ApiError("invalid_json");
    throw error;
  });
  if (bytes === null) throw new ApiError("body_too_large");
  return bytes;
}

/** What the API description says about a field. Documentation only; the check enforces the rules. */
export type About = {
  description: string;
  examples: string[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};

/** Returns a text field that stores the tidied text, or is refused with the contract's reason. */
export const textField = (tidy: (raw: string) => TidyText, about: About) =>
  z
    .string()
    .meta({ ...about })
    .transform((raw, context) => {
      const { text, fieldError, ...place } = tidy(raw);
      if (fieldError === null) return text;
      addFieldError(context, fieldError, place);
      return z.NEVER;
    });

/** Returns a text field that may be empty: null, and a text that shows nothing, delete what was stored. */
export const emptiableTextField = (tidy: (raw: string) => TidyText, about: About) =>
  z.preprocess(
    (raw) => (typeof raw === "string" && tidy(raw).fieldError === "required" ? null : raw),
    textField(tidy, about).nullable().optional(),
  );

/** Reports a field error, with the position or the limit if there is one. */
export function addFieldError(
  context: z.core.$RefinementCtx,
  reason: FieldErrorReason,
  place: Omit<FieldProblem, "reason"> = {},
): void {
  context.addIssue({ code: "custom", message: reason, params: place });
}

/** Returns a field that must pass the check, or is refused with that reason. */
export const checkedField = (isRight: (text: string) => boolean, reason: FieldErrorReason, about: z.GlobalMeta) =>
  z.string().refine(isRight, { message: reason }).meta(about);

export const shareCodeField = checkedField(isShareCode, "invalid_code", {
  description: "The tree's share code: 8 letters and digits, case-sensitive.",
  minLength: SHARE_CODE_LENGTH,
  maxLength: SHARE_CODE_LENGTH,
  pattern: SHARE_CODE_PATTERN.source,
  examples: ["snWHu9aZ"],
});

/** Returns the share code in a path. Throws `invalid_code` if it is malformed. */
export function shareCodeIn(params: { code: string | null }): string {
  if (params.code === null || !isShareCode(params.code)) throw new ApiError("invalid_code");
  return params.code;
}

type Issue = z.core.$ZodIssue;

/** Maximum number of field errors in a response; a body can contain thousands of unknown fields. */
export const FIELD_ERRORS_MAX = 100;

/** Returns the invalid fields, each once, with a machine-readable reason. Never contains their values. */
export function fieldErrors(error: ValidationError): FieldError[] {
  const checked = error.validator as { schema: z.ZodType };
  const outcome = checked.schema.safeParse(error.value, { reportInput: true });
  const fieldErrors = (outcome.error?.issues ?? []).flatMap(toFieldErrors);
  const named = new Set<string>();
  return fieldErrors.filter(({ field }) => !named.has(field) && named.add(field)).slice(0, FIELD_ERRORS_MAX);
}

function toFieldErrors(issue: Issue): FieldError[] {
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
      // Our own schemas put the reason there (`addFieldError`).
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
