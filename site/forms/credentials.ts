import type { Language } from "#contract/languages";
import { nextAddress } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";
import { createDraft } from "./create-tree.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** Creates a session and continues to the page the visitor came for. */
export async function signIn(request: Request, api: ApiClient): Promise<FormOutcome> {
  const values = await readForm(request);
  const answer = await api.signIn(values.email ?? "", values.password ?? "");
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(nextAddress(values.next ?? null), answer.cookies);
}

/** Creates an account and its first session in one step, and the tree whose form led here. */
export async function signUp(request: Request, api: ApiClient, language: Language): Promise<FormOutcome> {
  const values = await readForm(request);
  const account = await api.signUp(values.email ?? "", values.password ?? "", language);
  if (!account.ok) return formAgain(values, account);
  const session = await api.signIn(values.email ?? "", values.password ?? "");
  if (session.ok) return seeOther(await createDraft(request, api.of(session)), session.cookies);
  // Submitted again, the form signs in.
  if (session.error.code !== "invalid_credentials") return formAgain(values, session);
  // Signing up with a known email gets the same response as with a new one; only a different password reveals it here.
  const { password: _, ...shown } = values;
  return { again: { values: shown, fieldErrors: {}, problem: "known", status: 422 } };
}
