import type { Language } from "#contract/languages";
import type { Owner } from "#contract/owners";
import { nextAddress } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";
import { askFirst } from "./mailed-link.ts";

/** Requests a link, signs in by it, or sets a new password by it, depending on which of the page's forms was submitted. */
export async function signInByMail(
  request: Request,
  api: ApiClient,
  { owner, language }: { owner: Owner | null; language: Language },
): Promise<FormOutcome> {
  const values = await readForm(request);
  if (values.token === undefined) {
    const answer = await api.askForReset(values.email ?? "");
    const next = values.next ? `&${new URLSearchParams({ next: values.next })}` : "";
    return answer.ok ? seeOther(`/reset-password?sent${next}`) : formAgain(values, answer);
  }
  const asking = await askFirst(values, api, owner);
  if (asking) return asking;
  if (values.password === undefined) {
    const answer = await api.signInByLink(values.token);
    return answer.ok ? seeOther(nextAddress(null), answer.cookies) : formAgain(values, answer);
  }
  const answer = await api.resetPassword(values.token, values.password, language);
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(answer.cookies.length > 0 ? "/account?password" : "/sign-in?reset", answer.cookies);
}
