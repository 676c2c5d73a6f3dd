import type { Owner } from "#contract/owners";
import type { ApiClient } from "../api-client.ts";
import { emptyForm, type FormOutcome, type FormState, formAgain, readForm, seeOther } from "./form.ts";

/** Makes the link that claims a tree. It is on the answer itself: no address may hold its secret before it is given away. */
export async function makeClaimLink(
  request: Request,
  api: ApiClient,
  code: string,
): Promise<{ key: string } | { again: FormState }> {
  const values = await readForm(request);
  const answer = await api.makeClaimLink(code, values.password ?? "");
  return answer.ok ? { key: answer.data.token } : formAgain(values, answer);
}

/** Makes the signed-in account the owner of a link's tree, if the form named it: another tab may have signed in since. */
export async function claimTree(request: Request, api: ApiClient, owner: Owner | null): Promise<FormOutcome> {
  const { tree = "", key = "", account } = await readForm(request);
  if (owner && account !== owner.id) return { again: emptyForm({ tree, key }) };
  const answer = await api.claim(tree, key);
  if (answer.ok) {
    const { isOpen, giftCount } = answer.data;
    return seeOther(isOpen && giftCount > 0 ? `/my-trees/${tree}/opening` : `/my-trees/${tree}?claimed`);
  }
  const { again } = formAgain({ tree, key }, answer);
  // A link that is cut is also one that is no link.
  return { again: answer.status === 400 ? { ...emptyForm(again.values), problem: "linkExpired", status: 422 } : again };
}
