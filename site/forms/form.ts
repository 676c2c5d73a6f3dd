import type { Failure } from "#contract/errors";
import { en } from "../strings/en.ts";

/** A form as it is shown: what was typed, and what stands in the way, by field and for the whole. */
export type FormState = {
  values: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, string>>;
  problem: string | null;
};

/** A form that was sent ends in an answer of its own, or is shown again with all that was typed. */
export type FormOutcome = { done: Response } | { again: FormState };

/** A form before anything was sent. */
export const emptyForm = (values: Record<string, string> = {}): FormState => ({ values, faults: {}, problem: null });

/** The text fields of a sent form; a file among them is no text and is left out. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const fields = await request.formData();
  return Object.fromEntries([...fields].filter((field): field is [string, string] => typeof field[1] === "string"));
}

/** The form again, with the API's refusal said at the fields it names. Passwords are not sent back. */
export function formAgain({ password: _, ...values }: Record<string, string>, error: Failure["error"]): FormOutcome {
  const sentences: Record<string, string> = en.problems.fields;
  const faults = (error.details ?? []).map(({ field, reason }) => [
    field,
    sentences[reason] ?? sentences.malformed ?? "",
  ]);
  return { again: { values, faults: Object.fromEntries(faults), problem: problemOf(error) } };
}

function problemOf({ code }: Failure["error"]): string {
  const { problems } = en;
  if (code === "validation_failed" || code === "content_rejected") return problems.someFields;
  if (code === "rate_limited") return problems.tooMany;
  if (code === "idempotency_key_reused") return problems.sentBefore;
  if (code === "service_unavailable") return problems.unavailable;
  if (code === "invalid_credentials") return problems.credentials;
  if (code === "tree_paused") return problems.paused;
  return problems.unknown;
}

/** Sends the browser on to another page of ours, by GET, so that reloading it sends nothing twice. */
export function seeOther(location: string, cookies: readonly string[] = []): FormOutcome {
  const headers = new Headers({ location, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return { done: new Response(null, { status: 303, headers }) };
}
