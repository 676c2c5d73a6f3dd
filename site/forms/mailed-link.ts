import type { MailedLink, Owner } from "#contract/owners";
import type { ApiClient } from "../api-client.ts";
import { failed, type Problem } from "./form.ts";

/** The account that a mailed link is for; or that it is for none; or the response if that cannot be told. */
type OpenedLink = { link: MailedLink | null; problem: Problem | null } | Response;

export async function openLink(token: string, api: ApiClient): Promise<OpenedLink> {
  const answer = await api.lookAtLink(token);
  if (answer.ok) return { link: answer.data, problem: null };
  // A link that was cut is also one that is too long to be checked.
  return answer.status === 400 ? { link: null, problem: "linkExpired" } : failed(answer);
}

/**
 * Whether a form with a mailed link's token would sign somebody else out who was not asked: another tab may have signed
 * in since the page was shown. The response if that cannot be told.
 */
export async function isUnasked(
  { token = "", switches }: Record<string, string>,
  api: ApiClient,
  owner: Owner | null,
): Promise<boolean | Response> {
  if (!owner || switches === "yes") return false;
  const opened = await openLink(token, api);
  return opened instanceof Response ? opened : !opened.link?.isOwn;
}
