import type { ApiErrorCode, Failure, FieldErrorReason, FieldProblem } from "#contract/errors";
import { ACCOUNT_RATE_POLICIES, APPEAL_RATE_POLICIES, GATHERING_RATE_POLICIES } from "#contract/rate-limits";
import type { Strings } from "../i18n/strings.ts";
import { outcomeCookie } from "../outcome.ts";

/** A problem with the whole form: a key of `strings.problems.whole`. */
export type Problem = keyof Strings["problems"]["whole"];

/** A form as shown: the values typed, and the errors by field and for the whole form. */
export type FormState = {
  values: Readonly<Record<string, string>>;
  fieldErrors: Readonly<Record<string, FieldProblem>>;
  problem: Problem | null;
  /** The API's error code, for programs. */
  code?: Failure["error"]["code"];
  /** The HTTP status of the page. */
  status: number;
  /** The outcome if the person pressed the button that says the word filter made a mistake. */
  appeal?: "sent" | "failed";
  /** Seconds until a retry makes sense. */
  retryAfter?: string | null;
  /** Cookies to set with the form. */
  cookies?: readonly string[] | undefined;
};

/** A submitted form ends in a response, or is shown again with its input. */
export type FormOutcome = { done: Response } | { again: FormState };

/** Fields with text that people wrote, which must not be lost. Never passwords. */
export const WRITTEN: readonly string[] = [
  ...["message", "senderName", "details", "name", "ownerName", "organizerName", "thanks", "note", "text", "line"],
  "email",
];

/** The sentence to show at a field: the error's own or a general one. */
export function describeFieldError(fieldError: FieldProblem, sentences: Strings["problems"]["fields"]): string {
  const sentence = sentences[fieldError.reason] ?? sentences.malformed ?? "";
  return typeof sentence === "string" ? sentence : sentence(fieldError);
}

/** The attributes of a control with an error. The first one in a returned form has the focus. */
export const faulty = (fieldError: FieldProblem | undefined) =>
  fieldError && ({ "aria-invalid": "true", autofocus: true } as const);

/** The attributes of the first radio button of a group: it stands for the group, by its field's name. */
export const firstRadio = (place: number, field: string, fieldError: FieldProblem | undefined) =>
  place === 0 ? { id: field, autofocus: fieldError !== undefined } : {};

/** A form before the first submit. */
export const emptyForm = (values: Record<string, string> = {}): FormState => ({
  values,
  fieldErrors: {},
  problem: null,
  status: 200,
});

/**
 * The text fields of a submitted form; files are left out. A body that is unreadable or incomplete counts as an empty
 * form.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  return Object.fromEntries(await readFields(request));
}

/** The subscription that a script sent with a form, and the language of its page; the API refuses what is none. */
export function deviceIn({ device = "", language }: Record<string, string>): object {
  try {
    const { endpoint, keys } = JSON.parse(device);
    return { endpoint, keys, language };
  } catch {
    return {};
  }
}

/** All fields with their names; a name may occur more than once. */
export async function readFields(request: Request): Promise<[name: string, value: string][]> {
  const fields = await request.formData().catch(() => []);
  return [...fields].filter((field): field is [string, string] => typeof field[1] === "string");
}

/** All values of fields with this name. */
export const valuesOf = (fields: readonly [name: string, value: string][], wanted: string): string[] =>
  fields.flatMap(([name, value]) => (name === wanted ? [value] : []));

type Refused = { status: number; error: Failure["error"]; retryAfter?: string | null };

/**
 * The form again, with the API's errors at the fields they name. Passwords are not sent back, nor a key that was used: the form
 * was changed since, and is another one.
 */
export function formAgain(
  { password: _, newPassword: __, once = "", ...values }: Record<string, string>,
  { status, error, retryAfter }: Refused,
): { again: FormState } {
  const fieldErrors = Object.fromEntries((error.details ?? []).map(({ field, ...fieldError }) => [field, fieldError]));
  // A wrong email or password is not a 401 of this page, which anybody may see.
  return {
    again: {
      values: { ...values, ...(once && error.code !== "idempotency_key_reused" && { once }) },
      fieldErrors,
      problem: problemOf(error),
      code: error.code,
      status: isUnknown({ status }) ? status : 422,
      retryAfter,
    },
  };
}

/** The form again, with an error in one field that the page itself requires. */
export function fieldAgain(values: Record<string, string>, field: string, reason: FieldErrorReason): FormOutcome {
  return { again: { values, fieldErrors: { [field]: { reason } }, problem: "someFields", status: 422 } };
}

/** Maps API errors to sentences. A new code does not compile until it is mapped or listed in NeverInForms. */
const problems: Record<Exclude<ApiErrorCode, NeverInForms>, Problem> = {
  validation_failed: "someFields",
  content_rejected: "refused",
  rate_limited: "tooMany",
  idempotency_key_reused: "sentBefore",
  service_unavailable: "unavailable",
  too_busy: "unavailable",
  link_expired: "linkExpired",
  new_password_required: "newPasswordRequired",
  invalid_credentials: "credentials",
  tree_paused: "paused",
  tree_not_found: "gone",
  tree_already_open: "opened",
  already_decided: "decided",
  thanks_taken_down: "thanksTakenDown",
  last_to_hear: "lastToHear",
  own_tree: "ownTree",
  own_surprise: "ownSurprise",
  email_not_proven: "unproven",
  act_not_found: "decided",
  not_refused: "notRefused",
  sign_ups_closed: "signUpsClosed",
};

/** Errors that a form of the site gets only if the site itself has a bug, or that its page or script handles before. */
type NeverInForms =
  | ("invalid_code" | "invalid_json" | "invalid_cursor" | "body_too_large" | "unsupported_media_type")
  | ("not_signed_in" | "session_not_found" | "cross_site_request" | "message_not_found" | "idempotency_in_progress")
  | ("passkey_not_found" | "passkey_refused" | "too_many_passkeys")
  | ("too_late" | "route_not_found" | "method_not_allowed" | "internal_error" | "session_left_open");

// Account limits last longer than a minute, and there is no text to save.
const ACCOUNT_LIMITS: readonly string[] = Object.values(ACCOUNT_RATE_POLICIES).map(({ name }) => name);
const APPEAL_LIMITS: readonly string[] = Object.values(APPEAL_RATE_POLICIES).map(({ name }) => name);
const { gatheringNowPerOwner, gatheringsPerOwner } = GATHERING_RATE_POLICIES;
const GATHERING_LIMITS: readonly string[] = [gatheringNowPerOwner.name, gatheringsPerOwner.name];

function problemOf({ code, details }: Failure["error"]): Problem {
  const limits = code === "rate_limited" ? (details ?? []).map(({ field }) => field) : [];
  if (limits.includes(ACCOUNT_RATE_POLICIES.treesPerOwner.name)) return "tooManyTrees";
  if (limits.some((name) => ACCOUNT_LIMITS.includes(name))) return "tooManyTries";
  if (limits.some((name) => APPEAL_LIMITS.includes(name))) return "tooManyAppeals";
  if (limits.some((name) => GATHERING_LIMITS.includes(name))) return "tooManyGatherings";
  return code in problems ? problems[code as keyof typeof problems] : "unknown";
}

/** Sets the page's status, `Retry-After` and cookies from the form's state. */
export function answerWith(
  response: { status?: number; headers: Headers },
  { status, retryAfter, cookies = [] }: FormState,
): void {
  response.status = status;
  if (retryAfter) response.headers.set("retry-after", retryAfter);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
}

/** Whether an answer leaves open what is so: the API could not be reached, or a quota refused. */
export const isUnknown = ({ status }: { status: number }) => status === 429 || status >= 500;

/** The response of a page that cannot be made, or of a form that was not answered; middleware.ts shows `/503` for it. */
export function failed({ status, retryAfter }: Pick<Refused, "status" | "retryAfter">): Response {
  const headers = new Headers(retryAfter ? { "retry-after": retryAfter } : {});
  return new Response(null, { status: status === 401 || status === 429 ? status : 503, headers });
}

/** Redirects to another page of this site by GET, which says nothing of what the form did. */
export function redirectTo(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** The same to a page that says it, so that reloading does not submit the form again. */
export const leadTo = (location: string, cookies: readonly string[] = []): Response =>
  redirectTo(location, [...cookies, outcomeCookie(location)]);

/** The same, as the outcome of a form. */
export const seeOther = (location: string, cookies: readonly string[] = []): FormOutcome => ({
  done: leadTo(location, cookies),
});
