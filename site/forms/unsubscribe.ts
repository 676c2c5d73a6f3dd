import type { ApiClient } from "../api-client.ts";
import { emptyForm, type FormState, formAgain } from "./form.ts";

/** Switches mails about gifts off. The token is in the URL: a mail program sends nothing of ours in the body. */
export async function unsubscribe(url: URL, api: ApiClient): Promise<FormState> {
  const answer = await api.unsubscribe(url.searchParams.get("token") ?? "");
  // A link that is cut or pasted wrong; also one that is too long to be checked.
  if (!answer.ok && answer.status === 400) return { ...emptyForm(), problem: "linkExpired", status: 422 };
  return answer.ok ? emptyForm() : formAgain({}, answer).again;
}
