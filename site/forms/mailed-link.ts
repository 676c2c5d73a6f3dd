import type { MailedLink, Owner } from "#contract/owners";
import type { ApiClient } from "../api-client.ts";
import { emptyForm, type FormOutcome, failed, type Problem } from "./form.ts";

/** The account that a mailed link is for; or that it is for none; or the response if that cannot be told. */
type OpenedLink = { link: MailedLink | null; problem: Problem | null } | Response;

export async function openLink(token: string, api: ApiClient): Promise<OpenedLink> {
  const answer = await api.lookAtLink(token);
  if (answer.ok) return { link: answer.data, problem: null };
  // A link that was cut is also one that is too long to be checked.
  return answer.status === 400 ? { link: null, problem: "linkExpired" } : failed(answer);
}

/**
 * The page again, which asks, if its form with a mailed link's token would sign somebody else out who was not asked: another
 * tab may have signed in since it was shown. Null if not.
 */
export async function askFirst(
  { token = "", switches }: Record<string, string>,
  api: ApiClient,
  owner: Owner | null,
): Promise<FormOutcome | null> {
  if (!owner || switches === "yes") return null;
  const opened = await openLink(token, api);
  if (opened instanceof Response) return { done: opened };
  return opened.link?.isOwn ? null : { again: emptyForm() };
}
