import { API_ERRORS, type ApiErrorCode, type FieldError } from "#contract/errors";
import { BODY_MAX_BYTES } from "#contract/limits";
import { RATE_POLICIES } from "#contract/rate-limits";
import { failure } from "../http/error-handler.ts";
import { FIELD_ERRORS_MAX } from "../http/validation.ts";
import { type HeaderName, headerRefs } from "./headers.ts";
import type { Operation } from "./operations.ts";

const REQUEST_ID = "3facd166-1a26-43f9-aa18-6b07941c886e";

/** All responses of an operation by status, with an example of each error. */
export function responsesOf(operation: Operation, successExample: unknown) {
  const { success } = operation;
  const schema = { $ref: `#/components/schemas/${success.data}` };
  const content = {
    "application/json": {
      schema: {
        type: "object",
        description: "The envelope of a successful answer.",
        required: ["success", "data", ...(success.isList ? ["page"] : [])],
        properties: {
          success: { type: "boolean", const: true, description: "The request succeeded." },
          data: success.isList
            ? { type: "array", maxItems: 200, description: "The gifts of this page.", items: schema }
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
      description: "Not modified: what you have cached is still current.",
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

function refusalsOf({ refusals, limits }: Operation) {
  const statuses = [...new Set(refusals.map((reason) => API_ERRORS[reason].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const reasons = refusals.filter((reason) => API_ERRORS[reason].status === status);
      const waits = status === 429 || status === 503 || reasons.includes("idempotency_in_progress");
      const headers = headerRefs([
        "Cache-Control",
        ...(waits ? (["Retry-After"] as const) : []),
        ...(limits.length > 0 ? (["RateLimit", "RateLimit-Policy"] as const) : []),
      ]);
      const examples = Object.fromEntries(
        reasons.map((reason) => [reason, { summary: API_ERRORS[reason].message, value: exampleOf(reason) }]),
      );
      const content = { "application/json": { schema: { $ref: "#/components/schemas/Failure" }, examples } };
      return [status, { description: reasons.map((reason) => `\`${reason}\``).join(", "), headers, content }];
    }),
  );
}

function exampleOf(reason: ApiErrorCode) {
  const details: Partial<Record<ApiErrorCode, FieldError[]>> = {
    validation_failed: [{ field: "limit", reason: "too_large" }],
    content_rejected: [{ field: "message", reason: "offensive_words" }],
    rate_limited: [{ field: RATE_POLICIES.requestsPerAddress.name, reason: "quota_used_up" }],
  };
  return failure(reason, REQUEST_ID, details[reason]);
}

const LENGTHS = {
  max: "With `too_long`: how many characters the text may have.",
  min: "With `too_short`: how many characters the text must have.",
  length: "With `too_long` and `too_short`: how many characters the text has, as this service counts them.",
};

/** The envelope of an error response. */
export const FAILURE_SCHEMA = {
  type: "object",
  description: "The envelope of an error.",
  required: ["success", "error"],
  properties: {
    success: { type: "boolean", const: false, description: "The request failed." },
    error: {
      type: "object",
      description: "The error.",
      required: ["code", "message", "requestId"],
      properties: {
        code: {
          type: "string",
          maxLength: 40,
          pattern: "^[a-z_]+$",
          description: "The error's stable name, for programs.",
          examples: ["tree_not_found"],
        },
        message: {
          type: "string",
          maxLength: 300,
          description: "What went wrong and what to do, for people. Never repeats what was sent.",
          examples: [API_ERRORS.tree_not_found.message],
        },
        details: {
          type: "array",
          maxItems: FIELD_ERRORS_MAX,
          description: "The invalid fields, or the limit that was exceeded.",
          items: {
            type: "object",
            description: "An invalid field and the reason, or an exceeded limit.",
            required: ["field", "reason"],
            properties: {
              field: {
                type: "string",
                maxLength: 60,
                description: "Name of the field, `body`, or a limit's name.",
                examples: ["message"],
              },
              reason: {
                type: "string",
                maxLength: 40,
                pattern: "^[a-z_]+$",
                description: "The reason's stable name.",
                examples: ["too_long"],
              },
              expected: {
                type: "string",
                maxLength: 300,
                description:
                  "What valid input looks like, in words. May contain character counts, but nothing else from the request. Absent for rate limits.",
                examples: ["at most 500 characters, yours has 512"],
              },
              ...Object.fromEntries(
                Object.entries(LENGTHS).map(([name, description]) => [
                  name,
                  {
                    type: "integer",
                    format: "int32",
                    minimum: 0,
                    maximum: BODY_MAX_BYTES,
                    description,
                    examples: [512],
                  },
                ]),
              ),
              position: {
                type: "integer",
                format: "int32",
                minimum: 1,
                maximum: BODY_MAX_BYTES,
                description:
                  "With `forbidden_characters` and `too_many_combining_marks`: the position of the refused character, counted from 1 at the very start of the text, in code points after NFC; CR LF counts as one.",
                examples: [12],
              },
              character: {
                type: "string",
                maxLength: 8,
                pattern: "^U\\+[0-9A-F]{4,6}$",
                description:
                  "With `forbidden_characters`: the refused character's code point, NUL or half of a surrogate pair.",
                examples: ["U+0000"],
              },
            },
          },
        },
        requestId: {
          type: "string",
          format: "uuid",
          maxLength: 36,
          description: "The request's id in the service's log.",
          examples: [REQUEST_ID],
        },
      },
    },
  },
} as const;
