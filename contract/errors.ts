import type { TextLength, TextPlace } from "./characters.ts";
import { BODY_MAX_BYTES, SHARE_CODE_LENGTH } from "./limits.ts";

/** Every way the service says no: its status, and the sentence that says what is wrong and what to do. */
export const API_ERRORS = {
  invalid_code: {
    status: 400,
    message: `A share code is ${SHARE_CODE_LENGTH} letters and digits, and letter case counts. Check the code or the link you were given.`,
  },
  validation_failed: {
    status: 400,
    message: "Some fields are missing or not as they should be. `details` names each one: mend them and send again.",
  },
  invalid_json: {
    status: 400,
    message: "The request's body is not valid JSON in UTF-8. Send one JSON object.",
  },
  invalid_cursor: {
    status: 400,
    message: "This cursor is not one we gave. Start again without `cursor`, and follow `page.next` from there.",
  },
  not_signed_in: {
    status: 401,
    message: "You are not signed in. Sign in on the website, then try again.",
  },
  invalid_credentials: {
    status: 401,
    message: "E-mail and password do not match. Check both, and try again.",
  },
  link_expired: {
    status: 400,
    message: "This link was used before, or its time is over. Ask for a new one.",
  },
  cross_site_request: {
    status: 403,
    message: "This request came from another website. Owners' addresses answer only the service's own pages.",
  },
  own_tree: {
    status: 403,
    message: "This is your own tree, or a gift on it: another moderator has to decide.",
  },
  tree_not_found: {
    status: 404,
    message: "There is no tree with this share code. Check the code or the link you were given.",
  },
  message_not_found: {
    status: 404,
    message: "There is no such message on this tree. It may have been deleted.",
  },
  act_not_found: {
    status: 404,
    message: "There is no such act that could be undone. The history lists what was done.",
  },
  route_not_found: {
    status: 404,
    message: "There is nothing at this address. GET /v1 lists the addresses of the API.",
  },
  method_not_allowed: {
    status: 405,
    message: "This address does not answer this method. The `Allow` header lists those it answers.",
  },
  session_not_found: {
    status: 404,
    message: "You are not signed in there any more.",
  },
  tree_paused: {
    status: 409,
    message: "The owner of this tree takes no gifts at the moment. Try again later.",
  },
  already_decided: {
    status: 409,
    message: "This was decided already, or its owner deleted it meanwhile. The history says what was done.",
  },
  tree_already_open: {
    status: 409,
    message: "This tree has opened, so its opening day cannot be moved any more.",
  },
  idempotency_in_progress: {
    status: 409,
    message: "A request with this Idempotency-Key is under way. Wait a second, then send it again to get its answer.",
  },
  body_too_large: {
    status: 413,
    message: `The request's body is larger than ${BODY_MAX_BYTES / 1024} KiB. Send less.`,
  },
  unsupported_media_type: {
    status: 415,
    message: "Send the body as JSON, with the header `Content-Type: application/json`.",
  },
  idempotency_key_reused: {
    status: 422,
    message: "This Idempotency-Key was used for another body. Send the same body, or make a new key.",
  },
  content_rejected: {
    status: 422,
    message: "Some words here may hurt somebody. `details` names the field: say it in another way and send again.",
  },
  rate_limited: {
    status: 429,
    message: "Too many requests. `details` names the limit: wait as long as `Retry-After` says, then try again.",
  },
  internal_error: {
    status: 500,
    message: "Something went wrong on our side. Try again; if it stays, tell us the request id.",
  },
  too_busy: {
    status: 503,
    message: "Too many people are signing in at this moment. Try again in a few seconds.",
  },
  service_unavailable: {
    status: 503,
    message: "The service cannot answer at the moment. Try again in a few seconds.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** Stable name of a refusal: `error.code` in every failed answer. */
export type ApiErrorCode = keyof typeof API_ERRORS;

/**
 * What may be wrong with a field at `/v1`: stable names for programs, in `error.details[].reason`. The guide to errors says what
 * each means. Others may be added within a version.
 */
export const FIELD_ERROR_REASONS = [
  ...["required", "wrong_type", "unknown_field", "too_long", "too_small", "too_large", "malformed"],
  ...["not_one_of_the_values", "invalid_code", "unknown_gift", "forbidden_characters", "too_many_combining_marks"],
  ...["offensive_words", "quota_used_up"],
] as const;

/** What else may be wrong with what owners alone send. */
type OwnersFieldErrorReason =
  | ("too_short" | "too_common" | "easy_to_guess" | "wrong_password")
  | ("not_a_day" | "in_the_past" | "too_far_ahead" | "unknown_time_zone")
  | ("not_open_yet" | "damaged");

export type FieldErrorReason = (typeof FIELD_ERROR_REASONS)[number] | OwnersFieldErrorReason;

/**
 * What is wrong with a field. If one character is to blame: which one, and where. For a text of the wrong length: how many
 * characters it may have (`max`) or must have (`min`), and how many it has (`length`).
 */
export type FieldProblem = { reason: FieldErrorReason } & TextPlace & TextLength & { min?: number };

/** One field of a request, or one limit, and what is wrong with it; the field's value is never repeated. */
export type FieldError = { field: string } & FieldProblem;

/** The same as responses show it: `expected` says what good input looks like. Exceeded rate limits have none. */
export type DescribedFieldError = FieldError & { expected?: string };

/** The envelope of every answer. */
export type Success<Data, Page = never> = { success: true; data: Data } & ([Page] extends [never]
  ? unknown
  : { page: Page });
export type Failure = {
  success: false;
  error: { code: ApiErrorCode; message: string; details?: DescribedFieldError[]; requestId: string };
};

/** An expected "no". Thrown anywhere in the API, answered in one place. */
export class ApiError extends Error {
  // Not `code`: an error with that property confuses Elysia's own error handling.
  constructor(
    readonly reason: ApiErrorCode,
    readonly details?: FieldError[],
  ) {
    super(reason);
  }
}
