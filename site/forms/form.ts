import type { Failure, FieldErrorReason, FieldProblem } from "#contract/errors";
import { ACCOUNT_RATE_POLICIES } from "#contract/rate-limits";
import type { Strings } from "../i18n/strings.ts";

/** What stands in the way of the whole form: names a sentence of `strings.problems.whole`. */
export type Problem = keyof Strings["problems"]["whole"];

/** A form as it is shown: what was typed, and what is wrong, by field and for the whole form. */
export type FormState = {
  values: Readonly<Record<string, string>>;
  fieldErrors: Readonly<Record<string, FieldProblem>>;
  problem: Problem | null;
  /** What the API called its refusal, for programs. */
  code?: Failure["error"]["code"];
  /** The page's status. */
  status: number;
  /** In how many seconds it is worth trying again. */
  retryAfter?: string | null;
};

/** A form that was sent ends in an answer of its own, or is shown again with all that was typed. */
export type FormOutcome = { done: Response } | { again: FormState };

/** A form before anything was sent. */
export const emptyForm = (values: Record<string, string> = {}): FormState => ({
  values,
  fieldErrors: {},
  problem: null,
  status: 200,
});

/**
 * The text fields of a sent form; a file among them is no text and is left out. What cannot be read as a form, or broke
 * off, is one that nobody filled in.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  return Object.fromEntries(await readFields(request));
}

/** Every field by its name, also where several have the same. */
export async function readFields(request: Request): Promise<[name: string, value: string][]> {
  const fields = await request.formData().catch(() => []);
  return [...fields].filter((field): field is [string, string] => typeof field[1] === "string");
}

type Refused = { status: number; error: Failure["error"]; retryAfter?: string | null };

/** The form again, with the API's refusal said at the fields it names. Passwords are not sent back. */
export function formAgain(
  { password: _, newPassword: __, ...values }: Record<string, string>,
  { status, error, retryAfter }: Refused,
): { again: FormState } {
  const fieldErrors = Object.fromEntries((error.details ?? []).map(({ field, ...fieldError }) => [field, fieldError]));
  // A wrong e-mail or password is no 401 of this page: the page itself may be seen.
  return {
    again: {
      values,
      fieldErrors,
      problem: problemOf(error),
      code: error.code,
      status: status === 429 || status >= 500 ? status : 422,
      retryAfter,
    },
  };
}

/** The form again because of one field that the page itself asks for. */
export function fieldAgain(values: Record<string, string>, field: string, reason: FieldErrorReason): FormOutcome {
  return { again: { values, fieldErrors: { [field]: { reason } }, problem: "someFields", status: 422 } };
}

const problems: Partial<Record<Failure["error"]["code"], Problem>> = {
  validation_failed: "someFields",
  content_rejected: "someFields",
  rate_limited: "tooMany",
  idempotency_key_reused: "sentBefore",
  service_unavailable: "unavailable",
  too_busy: "unavailable",
  link_expired: "linkExpired",
  invalid_credentials: "credentials",
  tree_paused: "paused",
  tree_not_found: "gone",
  tree_already_open: "opened",
  already_decided: "decided",
  own_tree: "ownTree",
  act_not_found: "decided",
};

// Limits on accounts are longer than a minute, and there is no text to keep.
const ACCOUNT_LIMITS: readonly string[] = Object.values(ACCOUNT_RATE_POLICIES).map(({ name }) => name);

function problemOf({ code, details }: Failure["error"]): Problem {
  const limits = code === "rate_limited" ? (details ?? []).map(({ field }) => field) : [];
  if (limits.includes(ACCOUNT_RATE_POLICIES.treesPerOwner.name)) return "tooManyTrees";
  if (limits.some((name) => ACCOUNT_LIMITS.includes(name))) return "tooManyTries";
  return problems[code] ?? "unknown";
}

/** Says with the page's own status, too, what stands in a form's way. */
export function answerWith(response: { status?: number; headers: Headers }, { status, retryAfter }: FormState): void {
  response.status = status;
  if (retryAfter) response.headers.set("retry-after", retryAfter);
}

/** Sends the browser on to another page of ours, by GET, so that reloading it sends nothing twice. */
export function seeOther(location: string, cookies: readonly string[] = []): FormOutcome {
  const headers = new Headers({ location, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return { done: new Response(null, { status: 303, headers }) };
}
