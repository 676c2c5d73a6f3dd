import type { Owner } from "#contract/owners";
import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** Confirms an address by its link. Pressed and not merely opened: programs that look through mails open links, too. */
export async function confirmEmail(request: Request, api: ApiClient, owner: Owner | null): Promise<FormOutcome> {
  const values = await readForm(request);
  const answer = await api.confirmEmail(values.token ?? "");
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(owner ? "/account?confirmed" : "/sign-in?confirmed");
}
