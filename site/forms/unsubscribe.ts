import type { ApiClient } from "../api-client.ts";
import { emptyForm, type FormState, failed } from "./form.ts";

/** Switches mails about gifts off. The token is in the URL: a mail program sends nothing of ours in the body. */
export async function unsubscribe(url: URL, api: ApiClient): Promise<FormState | Response> {
  const answer = await api.unsubscribe(url.searchParams.get("token") ?? "");
  if (answer.ok) return emptyForm();
  // A link that is cut or pasted wrong; also one that is too long to be checked.
  return answer.status === 400 ? { ...emptyForm(), problem: "linkExpired", status: 422 } : failed(answer);
}
