import type { Answer, ApiClient } from "../api-client.ts";
import { whoIsSignedIn } from "../who-is-signed-in.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** The key has a tree already: it is another one, or gone by now. */
const PLANTED: readonly string[] = ["idempotency_key_reused", "tree_not_found"];
const FIELDS = ["name", "type", "openingDay", "timeZone"] as const;

/** Plants the tree an owner filled in. Signed out, the draft travels through signing up and back to this form. */
export async function createTree(request: Request, api: ApiClient): Promise<FormOutcome> {
  const values = await readForm(request);
  const [name, type, openingDay, timeZone] = FIELDS.map((field) => values[field] ?? "") as [
    string,
    string,
    string,
    string,
  ];
  if (!(await whoIsSignedIn(api, request.headers.get("cookie")))) {
    const draft = new URLSearchParams({ name, type, openingDay, timeZone });
    return seeOther(`/sign-up?${new URLSearchParams({ next: `/create?${draft}` })}`);
  }
  const answer = await api.createTree({ name, type, openingDay, timeZone }, values.once);
  if (!answer.ok)
    return PLANTED.includes(answer.error.code) ? plantedBefore(values, answer) : formAgain(values, answer);
  return seeOther(`/my-trees/${answer.data.shareCode}?created`);
}

/** The tree of this form is planted, and what was sent now is another one: pressed again, it is planted as well. */
function plantedBefore(
  { once: _, ...values }: Record<string, string>,
  answer: Answer<unknown> & { ok: false },
): FormOutcome {
  const outcome = formAgain(values, answer);
  return "again" in outcome ? { again: { ...outcome.again, problem: "plantedBefore" } } : outcome;
}
