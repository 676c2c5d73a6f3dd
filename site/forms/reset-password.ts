import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** Requests a reset link or uses one, depending on which of the page's two forms was submitted. */
export async function resetPassword(request: Request, api: ApiClient): Promise<FormOutcome> {
  const values = await readForm(request);
  if (values.token === undefined) {
    const answer = await api.askForReset(values.email ?? "");
    return answer.ok ? seeOther("/reset-password?sent") : formAgain(values, answer);
  }
  const answer = await api.resetPassword(values.token, values.password ?? "");
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(answer.cookies.length > 0 ? "/account?password" : "/sign-in?reset", answer.cookies);
}
