import type { Answer, ApiClient } from "../api-client.ts";
import { whoIsSignedIn } from "../who-is-signed-in.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";
import { TELL_OPERATOR, tellOperator } from "./tell-operator.ts";

/** The form's fields that the word filter reads. */
export const NEW_TREE_TEXTS = { name: "treeName" } as const;

/** The key was already used for a tree: a different one, or one that has been deleted. */
const CREATED: readonly string[] = ["idempotency_key_reused", "tree_not_found"];

/** Creates the tree. If the owner is signed out, the draft is carried through signing up and back to this form. */
export async function createTree(request: Request, api: ApiClient): Promise<FormOutcome> {
  const values = await readForm(request);
  if (TELL_OPERATOR in values) return tellOperator(values, api, NEW_TREE_TEXTS);
  const { name = "", type = "", look, openingDay = "", timeZone = "" } = values;
  // Without one, as from an assistant's dialog, the tree gets the usual look.
  const tree = { name, type, ...(look !== undefined && { look }), openingDay, timeZone };
  const session = await whoIsSignedIn(api, request.headers.get("cookie"));
  if (!session.ok) return formAgain(values, session);
  if (!session.data.owner) {
    const draft = new URLSearchParams(tree);
    return seeOther(`/sign-up?${new URLSearchParams({ next: `/create?${draft}` })}`);
  }
  const answer = await api.createTree(tree, values.once);
  if (!answer.ok)
    return CREATED.includes(answer.error.code) ? createdBefore(values, answer) : formAgain(values, answer);
  return seeOther(`/my-trees/${answer.data.shareCode}?created`);
}

/** This form's tree exists, and the submitted one differs. Without the key, the next submit creates it as well. */
function createdBefore(
  { once: _, ...values }: Record<string, string>,
  answer: Answer<unknown> & { ok: false },
): FormOutcome {
  const outcome = formAgain(values, answer);
  return "again" in outcome ? { again: { ...outcome.again, problem: "createdBefore" } } : outcome;
}
