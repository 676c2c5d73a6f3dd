import type { Owner } from "#contract/owners";
import type { ApiClient } from "../api-client.ts";
import { forgetClaim, pendingClaim } from "../trees/pending-claim.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";
import { askFirst } from "./mailed-link.ts";

/**
 * Confirms an address by its link, with a session of the account or its password. Opening the link is not enough, since
 * mail scanners open links too.
 */
export async function confirmEmail(request: Request, api: ApiClient, owner: Owner | null): Promise<FormOutcome> {
  const values = await readForm(request);
  const asking = await askFirst(values, api, owner);
  if (asking) return asking;
  const answer = await api.confirmEmail(values.token ?? "", values.password);
  if (answer.ok) {
    if (answer.cookies.length === 0 && owner === null) return seeOther("/sign-in?confirmed");
    const confirmed = api.of(answer);
    const claim = await pendingClaim(request.headers.get("cookie"), confirmed);
    if (claim) return seeOther(claim, [...answer.cookies, ...forgetClaim()]);
    const trees = await confirmed.ownTrees(null);
    const [tree, ...others] = trees.ok ? trees.data : [];
    return seeOther(
      tree && others.length === 0 ? `/my-trees/${tree.shareCode}?confirmed` : "/my-trees?confirmed",
      answer.cookies,
    );
  }
  const { again } = formAgain(values, answer);
  // Not an error: the page asks for the password next.
  return { again: again.code === "not_signed_in" ? { ...again, problem: null } : again };
}
