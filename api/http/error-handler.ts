import { Elysia, type InternalRoute, ValidationError } from "elysia";
import {
  API_ERRORS,
  ApiError,
  type ApiErrorCode,
  type DescribedFieldError,
  type Failure,
  type FieldError,
} from "#contract/errors";
import { isPublic, pathOf } from "../../shared/http/request.ts";
import { describeError, type Log } from "../../shared/observability/log.ts";
import { causeOf, codeOf, isGone } from "../platform/db/error-code.ts";
import type { Measures } from "../platform/observability/measures.ts";
import { OverLimit } from "../platform/rate-limits/rate-limits.ts";
import { JSON_TYPE, sendEncoded, setRateLimitHeaders } from "./answers.ts";
import { expectedInput } from "./expected-input.ts";
import { fieldErrors } from "./input.ts";
import { requestIdOf } from "./request-log.ts";

const RETRY_AFTER_SECONDS = 5;

/** The only place that turns errors into responses. Must be registered before the features whose errors it handles. */
export const errorHandler = (log: Log, routes: readonly InternalRoute[], measures: Measures | undefined) =>
  new Elysia({ name: "error-handler" }).onError({ as: "global" }, ({ code, error, request, set }) => {
    const apiError = toApiError(code, error, request, routes);
    const requestId = requestIdOf(set);
    measures?.refused(apiError.reason);
    if (apiError.reason === "internal_error") log.error("request failed", { requestId, ...describeError(error) });
    if (apiError.reason === "service_unavailable" || apiError.reason === "session_left_open")
      log.warn("request not served", { requestId, ...describeError(error) });
    if (API_ERRORS[apiError.reason].status === 503) set.headers["retry-after"] = String(RETRY_AFTER_SECONDS);
    if (apiError instanceof OverLimit) {
      setRateLimitHeaders(set.headers, apiError.statuses);
      set.headers["retry-after"] = String(apiError.retryAfterSeconds);
    }
    if (apiError.reason === "idempotency_in_progress") set.headers["retry-after"] = "1";
    if (apiError.reason === "method_not_allowed") set.headers.allow = methodsAt(request, routes).join(", ");
    delete set.headers.etag;
    set.headers["cache-control"] = "no-store";
    set.headers["content-type"] = JSON_TYPE;
    set.status = API_ERRORS[apiError.reason].status;
    const body = failure(apiError.reason, requestId, apiError.details);
    // Many field errors make a long response.
    return apiError.details && isPublic(request) ? sendEncoded(JSON.stringify(body), request, set) : body;
  });

export function failure(reason: ApiErrorCode, requestId: string, details?: FieldError[]): Failure {
  const { message } = API_ERRORS[reason];
  const shown = details?.map((fieldError): DescribedFieldError => {
    const expected = expectedInput(fieldError);
    return { ...fieldError, ...(expected && { expected }) };
  });
  return { success: false, error: { code: reason, message, ...(shown && { details: shown }), requestId } };
}

/** Returns the handler for failures outside of Elysia, which the error handler above never sees. */
export const lastAnswer = (log: Log) => (error: unknown) => {
  const requestId = crypto.randomUUID();
  log.error("request failed", { requestId, ...describeError(error) });
  const headers = { "content-type": JSON_TYPE, "cache-control": "no-store", "x-request-id": requestId };
  const { status } = API_ERRORS.internal_error;
  return new Response(JSON.stringify(failure("internal_error", requestId)), { status, headers });
};

function toApiError(code: unknown, error: unknown, request: Request, routes: readonly InternalRoute[]): ApiError {
  if (error instanceof ApiError) return error;
  // Elysia wraps errors thrown by a body parser.
  if (error instanceof Error && error.cause instanceof ApiError) return error.cause;
  if (error instanceof ValidationError) return new ApiError("validation_failed", fieldErrors(error));
  if (code === "NOT_FOUND") {
    return new ApiError(methodsAt(request, routes).length > 0 ? "method_not_allowed" : "route_not_found");
  }
  return new ApiError(goneMeanwhile(error) ?? (isDatabaseAway(error) ? "service_unavailable" : "internal_error"));
}

/** Returns the methods allowed at the request's path; empty if there is no route. */
function methodsAt(request: Request, routes: readonly InternalRoute[]): string[] {
  const pathname = pathOf(request);
  const methods = routes
    .filter((route) => route.method !== "OPTIONS" && matches(route.path, pathname))
    .map((route) => route.method);
  if (methods.length === 0) return [];
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
}

function matches(pattern: string, pathname: string): boolean {
  const expected = pattern.split("/");
  const given = pathname.replace(/(.)\/$/, "$1").split("/");
  return (
    expected.length === given.length &&
    expected.every((part, i) => (part.startsWith(":") ? given[i] !== "" : part === given[i]))
  );
}

/** Maps a foreign key violation, caused by a concurrent deletion of the row's parent, to the error for that parent. */
function goneMeanwhile(error: unknown): ApiErrorCode | undefined {
  if (!isGone(error)) return undefined;
  const { constraint_name: key = "" } = causeOf(error) as { constraint_name?: string };
  if (key.includes("_gifts_")) return "message_not_found";
  if (key.includes("_trees_")) return "tree_not_found";
  return key.includes("_owners_") ? "not_signed_in" : undefined;
}

// postgres.js's names for a lost connection, Node's, SQLSTATE classes 08, 53 and 57P, a read-only server (25006), and a
// lock that was not available (55P03).
const awayCode =
  /^(CONNECT(ION)?_|ECONN|EHOST|ENET|ENOENT|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|ERR_SOCKET_CLOSED|08|53|57P|25006|55P03)/;

const isDatabaseAway = (error: unknown): boolean => awayCode.test(codeOf(error));

/** Whether an error means that the service cannot tell or do something now. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError ? error.reason === "service_unavailable" : isDatabaseAway(error);
