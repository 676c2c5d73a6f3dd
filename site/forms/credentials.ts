import type { Language } from "#contract/languages";
import { nextAddress } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** Begins a session, and goes on to where the visitor was heading. */
export async function signIn(request: Request, api: ApiClient): Promise<FormOutcome> {
  const values = await readForm(request);
  const answer = await api.signIn(values.email ?? "", values.password ?? "");
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(nextAddress(values.next ?? null), answer.cookies);
}

/** Makes an account and begins its first session in one step. */
export async function signUp(request: Request, api: ApiClient, language: Language): Promise<FormOutcome> {
  const values = await readForm(request);
  const account = await api.signUp(values.email ?? "", values.password ?? "", language);
  if (!account.ok) return formAgain(values, account);
  const session = await api.signIn(values.email ?? "", values.password ?? "");
  if (session.ok) return seeOther(nextAddress(values.next ?? null), session.cookies);
  // Sent again, the form signs in.
  if (session.error.code !== "invalid_credentials") return formAgain(values, session);
  // A known e-mail answers a sign-up like a new one: that another password belongs to it shows only here.
  const { password: _, ...kept } = values;
  return { again: { values: kept, fieldErrors: {}, problem: "known", status: 422 } };
}
