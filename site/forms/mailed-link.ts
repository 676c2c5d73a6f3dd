import type { MailedLink, Owner } from "#contract/owners";
import type { ApiClient } from "../api-client.ts";
import type { Problem } from "./form.ts";

/** The account that a mailed link is for; without it, why it cannot be named. */
export async function openLink(
  token: string,
  api: ApiClient,
): Promise<{ link: MailedLink | null; problem: Problem | null }> {
  const answer = await api.lookAtLink(token);
  if (answer.ok) return { link: answer.data, problem: null };
  // A link that was cut is also one that is too long to be checked.
  return { link: null, problem: answer.status === 400 ? "linkExpired" : "unavailable" };
}

/**
 * Whether a form with a mailed link's token would sign somebody else out who was not asked: another tab may have signed
 * in since the page was shown. Also if that cannot be told at the moment: the page then says why.
 */
export async function isUnasked(
  { token = "", switches }: Record<string, string>,
  api: ApiClient,
  owner: Owner | null,
): Promise<boolean> {
  if (!owner || switches === "yes") return false;
  const { link } = await openLink(token, api);
  return !link?.isOwn;
}
