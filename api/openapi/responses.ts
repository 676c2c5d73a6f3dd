import { API_ERRORS, type ApiErrorCode, type FieldError } from "#contract/errors";
import { BODY_MAX_BYTES } from "#contract/limits";
import { RATE_POLICIES } from "#contract/rate-limits";
import { failure } from "../http/error-handler.ts";
import { FIELD_ERRORS_MAX } from "../http/input.ts";
import { type HeaderName, headerRefs } from "./headers.ts";
import type { Operation } from "./operations.ts";

/** They say when to try again. */
const WAITING: readonly ApiErrorCode[] = ["rate_limited", "service_unavailable", "idempotency_in_progress"];
const REQUEST_ID = "3facd166-1a26-43f9-aa18-6b07941c886e";

/** All responses of an operation by status, with an example of each error. */
export function responsesOf(operation: Operation, successExample: unknown) {
  const { success } = operation;
  const schema = { $ref: `#/components/schemas/${success.data}` };
  const content = {
    "application/json": {
      schema: {
        type: "object",
        description: "The envelope of a successful response.",
        required: ["success", "data", ...(success.isList ? ["page"] : [])],
        properties: {
          success: { type: "boolean", const: true, description: "The request succeeded." },
          data: success.isList
            ? { type: "array", maxItems: 200, description: "The gifts on this page.", items: schema }
            : schema,
          ...(success.isList && { page: { $ref: "#/components/schemas/Page" } }),
        },
      },
      example: successExample,
    },
  };
  const answered = {
    [success.status]: { description: success.description, headers: headerRefs(headersOf(operation)), content },
  };
  const notModified = operation.isCached && {
    304: {
      description: "Not modified: the version you have cached is still current.",
      headers: headerRefs(["ETag", "Cache-Control", "RateLimit", "RateLimit-Policy"]),
    },
  };
  return { ...answered, ...notModified, ...refusalsOf(operation) };
}

function headersOf({ isCached, success, limits }: Operation): HeaderName[] {
  return [
    ...(isCached ? (["ETag"] as const) : []),
    ...(isCached || success.status !== 200 ? (["Cache-Control"] as const) : []),
    ...(success.isList ? (["Link"] as const) : []),
    ...(limits.length > 0 ? (["RateLimit", "RateLimit-Policy"] as const) : []),
  ];
}

function refusalsOf(operation: Operation) {
  return Object.fromEntries(
    byStatus(operation).map(({ status, reasons }) => {
      const [only] = reasons;
      const isAlone = only !== undefined && reasons.length === 1;
      return [status, isAlone ? { $ref: `#/components/responses/${componentOf(only)}` } : refusal(reasons)];
    }),
  );
}

/** The responses that operations refer to: of each refusal that is the only one with its status. */
export function refusalComponents(operations: readonly Operation[]) {
  const alone = operations.flatMap(byStatus).filter(({ reasons }) => reasons.length === 1);
  return Object.fromEntries(
    alone.flatMap(({ reasons }) => reasons).map((each) => [componentOf(each), refusal([each])]),
  );
}

function byStatus({ refusals }: Operation) {
  const statuses = [...new Set(refusals.map((reason) => API_ERRORS[reason].status))].sort((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    reasons: refusals.filter((reason) => API_ERRORS[reason].status === status),
  }));
}

const componentOf = (reason: ApiErrorCode) =>
  reason.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function refusal(reasons: readonly ApiErrorCode[]) {
  const waits = reasons.some((reason) => WAITING.includes(reason));
  const headers = headerRefs([
    "Cache-Control",
    ...(waits ? (["Retry-After"] as const) : []),
    ...(["RateLimit", "RateLimit-Policy"] as const),
  ]);
  const examples = Object.fromEntries(
    reasons.map((reason) => [reason, { summary: API_ERRORS[reason].message, value: exampleOf(reason) }]),
  );
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Failure" }, examples } };
  return { description: reasons.map((reason) => `\`${reason}\``).join(", "), headers, content };
}

function exampleOf(reason: ApiErrorCode) {
  const details: Partial<Record<ApiErrorCode, FieldError[]>> = {
    validation_failed: [{ field: "limit", reason: "too_large" }],
    content_rejected: [{ field: "message", reason: "offensive_words" }],
    rate_limited: [{ field: RATE_POLICIES.requestsPerAddress.name, reason: "quota_used_up" }],
  };
  return failure(reason, REQUEST_ID, details[reason]);
}

const text = (description: string, maxLength: number, example: string, more: object = {}) => ({
  type: "string",
  maxLength,
  ...more,
  description,
  examples: [example],
});
const count = (description: string, minimum: 0 | 1, example: number) => ({
  type: "integer",
  format: "int32",
  minimum,
  maximum: BODY_MAX_BYTES,
  description,
  examples: [example],
});
const object = (description: string, required: string[], properties: object) => ({
  type: "object",
  description,
  required,
  properties,
});
const NAME = { pattern: "^[a-z_]+$" };

const FIELD_ERROR = object("An invalid field and the reason, or an exceeded limit.", ["field", "reason"], {
  field: text("Name of the field, `body`, or a limit's name.", 60, "message"),
  reason: text("The reason's stable name.", 40, "too_long", NAME),
  expected: text(
    "What valid input looks like, in words. May contain character counts, but nothing else from the request. Absent for rate limits.",
    300,
    "at most 500 characters, yours has 512",
  ),
  max: count("With `too_long`: the maximum number of characters.", 0, 512),
  min: count("With `too_short`: the minimum number of characters.", 0, 512),
  length: count(
    "With `too_long` and `too_short`: the number of characters in the text, as this service counts them.",
    0,
    512,
  ),
  position: count(
    "With `forbidden_characters` and `too_many_combining_marks`: the position of the rejected character, counted from 1 at the very start of the text, in code points after NFC; CR LF counts as one.",
    1,
    12,
  ),
  character: text(
    "With `forbidden_characters`: the code point of the rejected character, which is NUL or half of a surrogate pair.",
    8,
    "U+0000",
    { pattern: "^U\\+[0-9A-F]{4,6}$" },
  ),
});

export const FAILURE_SCHEMA = object("The envelope of an error response.", ["success", "error"], {
  success: { type: "boolean", const: false, description: "The request failed." },
  error: object("The error.", ["code", "message", "requestId"], {
    code: text("The error's stable name, for programs.", 40, "tree_not_found", NAME),
    message: text(
      "What went wrong and what to do next, for people. Never includes what was sent.",
      300,
      API_ERRORS.tree_not_found.message,
    ),
    details: {
      type: "array",
      maxItems: FIELD_ERRORS_MAX,
      description: "The invalid fields, or the limit that was exceeded.",
      items: FIELD_ERROR,
    },
    requestId: text("The request's id in the service's log.", 36, REQUEST_ID, { format: "uuid" }),
  }),
});
