import type { TextLength, TextPlace } from "./characters.ts";
import { BODY_MAX_BYTES, SHARE_CODE_LENGTH } from "./limits.ts";

/** Every error code of the API, with its HTTP status and a message that says what is wrong and what to do. */
export const API_ERRORS = {
  invalid_code: {
    status: 400,
    message: `A share code has ${SHARE_CODE_LENGTH} letters and digits, case-sensitive. Check the code or link.`,
  },
  validation_failed: {
    status: 400,
    message: "Some fields are missing or invalid. `details` lists them. Correct them and try again.",
  },
  invalid_json: {
    status: 400,
    message: "The request body is not valid JSON in UTF-8. Send a single JSON object.",
  },
  invalid_cursor: {
    status: 400,
    message: "This cursor is invalid. Start again without `cursor`, then follow `page.next` from each response.",
  },
  not_signed_in: {
    status: 401,
    message: "You are not signed in. Sign in on the website, then try again.",
  },
  invalid_credentials: {
    status: 401,
    message: "The email address and password do not match. Check both and try again.",
  },
  link_expired: {
    status: 400,
    message: "This link has expired or was already used. Request a new one.",
  },
  cross_site_request: {
    status: 403,
    message: "This request came from another website. Send it from one of this service's own pages.",
  },
  own_tree: {
    status: 403,
    message: "This is your own tree or a gift on it. Another moderator has to decide.",
  },
  own_surprise: {
    status: 403,
    message: "You are preparing this tree for somebody. Only their account can claim it.",
  },
  tree_not_found: {
    status: 404,
    message: "There is no tree with this share code. Check the code or the link you were sent.",
  },
  message_not_found: {
    status: 404,
    message: "There is no such message on this tree. It may have been deleted.",
  },
  act_not_found: {
    status: 404,
    message: "This action does not exist or cannot be undone. The history lists past actions.",
  },
  route_not_found: {
    status: 404,
    message: "There is no such endpoint. GET /v1 lists the available ones.",
  },
  method_not_allowed: {
    status: 405,
    message: "This method is not allowed here. The `Allow` header lists the allowed methods.",
  },
  session_not_found: {
    status: 404,
    message: "This session has already ended.",
  },
  passkey_not_found: {
    status: 404,
    message: "This passkey no longer works here. Sign in with your password.",
  },
  sign_ups_closed: {
    status: 403,
    message: "This site is not taking new accounts. If the operator invited you, sign in by email.",
  },
  passkey_refused: {
    status: 400,
    message: "This passkey could not be checked: it took too long, or was used before. Try again.",
  },
  too_many_passkeys: {
    status: 409,
    message: "This account has as many passkeys as it can have. Remove one, then try again.",
  },
  email_not_proven: {
    status: 409,
    message: "Someone else may know this account's password. Confirm the address or set a new password by email first.",
  },
  tree_paused: {
    status: 409,
    message: "This tree is not accepting gifts right now. Try again later.",
  },
  already_decided: {
    status: 409,
    message: "This was already decided, or its owner has deleted it. The history lists past actions.",
  },
  too_late: {
    status: 409,
    message: "This gift can no longer be taken back. Only the tree's owner can delete it now.",
  },
  new_password_required: {
    status: 409,
    message: "This address was never confirmed, so someone else may know the password. Set a new one with the link.",
  },
  tree_already_open: {
    status: 409,
    message: "This tree is already open, so its opening day can no longer be changed.",
  },
  thanks_taken_down: {
    status: 409,
    message: "A moderator took this tree's thank-you down, so it cannot be replaced. You can delete it.",
  },
  last_to_hear: {
    status: 409,
    message: "No other moderator gets these emails. Another one has to turn theirs on first.",
  },
  idempotency_in_progress: {
    status: 409,
    message: "A request with this Idempotency-Key is in progress. Send it again in a second to get its response.",
  },
  body_too_large: {
    status: 413,
    message: `The request body is larger than ${BODY_MAX_BYTES / 1024} KiB. Send a smaller one.`,
  },
  unsupported_media_type: {
    status: 415,
    message: "Send the body as JSON, with the header `Content-Type: application/json`.",
  },
  idempotency_key_reused: {
    status: 422,
    message: "This Idempotency-Key was already used with a different body. Send the same body, or use a new key.",
  },
  content_rejected: {
    status: 422,
    message: "The text contains offensive words. `details` names the field. Rephrase it and send again.",
  },
  not_refused: {
    status: 409,
    message: "The word filter accepts this text. Send the form.",
  },
  rate_limited: {
    status: 429,
    message: "Too many requests. `details` names the limit. Wait as long as `Retry-After` says, then try again.",
  },
  internal_error: {
    status: 500,
    message: "Something went wrong on our side. Try again. If it keeps happening, report it with the request ID.",
  },
  session_left_open: {
    status: 503,
    message: "This browser is signed out, but its session may still be open. End it on the account page later.",
  },
  too_busy: {
    status: 503,
    message: "Too many people are signing in right now. Try again in a few seconds.",
  },
  service_unavailable: {
    status: 503,
    message: "The service is temporarily unavailable. Try again in a few seconds.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** Stable error code: `error.code` in every error response. */
export type ApiErrorCode = keyof typeof API_ERRORS;

/** Errors that only the website receives, from the routes for its own pages. All others are part of `/v1`. */
export const WEBSITE_ONLY_ERRORS = [
  ...(["not_signed_in", "invalid_credentials", "cross_site_request", "tree_already_open", "link_expired"] as const),
  ...(["session_not_found", "session_left_open", "too_busy", "act_not_found", "already_decided", "own_tree"] as const),
  ...(["thanks_taken_down", "too_late", "new_password_required", "last_to_hear"] as const),
  ...(["passkey_not_found", "passkey_refused", "too_many_passkeys", "email_not_proven"] as const),
  ...(["not_refused", "sign_ups_closed", "own_surprise"] as const),
] as const satisfies readonly ApiErrorCode[];

/** Codes of the errors that `/v1` may answer with. Each must be documented at an operation of the description. */
export type PublicErrorCode = Exclude<ApiErrorCode, (typeof WEBSITE_ONLY_ERRORS)[number]>;

/**
 * Why a field is refused at `/v1`: stable codes in `error.details[].reason`, explained in the guide to errors. New
 * reasons may be added within a version.
 */
export const FIELD_ERROR_REASONS = [
  ...["required", "wrong_type", "unknown_field", "too_long", "too_small", "too_large", "malformed"],
  ...["not_one_of_the_values", "invalid_code", "unknown_gift", "forbidden_characters", "too_many_combining_marks"],
  ...["offensive_words", "quota_used_up"],
] as const;

/** Additional reasons for fields that only owners send. */
type OwnersFieldErrorReason =
  | ("too_short" | "too_common" | "easy_to_guess" | "wrong_password")
  | "already_yours"
  | ("not_a_day" | "in_the_past" | "too_far_ahead" | "unknown_time_zone")
  | ("not_open_yet" | "damaged" | "list_full");

export type FieldErrorReason = (typeof FIELD_ERROR_REASONS)[number] | OwnersFieldErrorReason;

/**
 * What is wrong with a field. `position` and `character` are set if a single character is at fault. For a text of the
 * wrong length: `max` or `min` is the limit and `length` its actual length, in characters.
 */
export type FieldProblem = { reason: FieldErrorReason } & TextPlace & TextLength & { min?: number };

/** A field of a request, or a rate limit, and what is wrong with it. Never contains the field's value. */
export type FieldError = { field: string } & FieldProblem;

/** A field error as responses show it: `expected` describes valid input. Rate limits have none. */
export type DescribedFieldError = FieldError & { expected?: string };

/** The response envelope. */
export type Success<Data, Page = never> = { success: true; data: Data } & ([Page] extends [never]
  ? unknown
  : { page: Page });
export type Failure = {
  success: false;
  error: { code: ApiErrorCode; message: string; details?: DescribedFieldError[]; requestId: string };
};

/** An expected failure. Throw it anywhere in the API; the error handler turns it into a response. */
export class ApiError extends Error {
  // Not `code`: an error with that property confuses Elysia's own error handling.
  constructor(
    readonly reason: ApiErrorCode,
    readonly details?: FieldError[],
  ) {
    super(reason);
  }
}
