import type { InvitationMade } from "#contract/second-owners";
import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, fieldAgain, formAgain, readForm, seeOther } from "./form.ts";
import { TELL_OPERATOR, tellOperator } from "./tell-operator.ts";

/** The forms' fields that the word filter reads. */
export const OWNER_TEXTS = { name: "ownerName" } as const;

/** Invites, withdraws, removes or leaves, depending on the button. The link of an invitation is shown this once. */
export async function shareTree(
  request: Request,
  api: ApiClient,
  code: string,
): Promise<FormOutcome | { made: InvitationMade }> {
  const values = await readForm(request);
  if (TELL_OPERATOR in values) return tellOperator(values, api, OWNER_TEXTS);
  const own = `/my-trees/${code}/second-owner`;
  if (values.change === "invite") {
    const answer = await api.invite(code, values.name ?? "");
    return answer.ok ? { made: answer.data } : formAgain(values, answer);
  }
  if (values.change === "withdraw") {
    const answer = await api.withdrawInvitation(code);
    return answer.ok ? seeOther(`${own}?withdrawn`) : formAgain(values, answer);
  }
  if (values.change !== "remove" && values.change !== "leave") return seeOther(own);
  // The box of the form that was submitted.
  if (values.confirm !== "yes") return fieldAgain(values, "confirm", "required");
  if (values.change === "remove") {
    const answer = await api.removeSecondOwner(code);
    return answer.ok ? seeOther(`${own}?removed`) : formAgain(values, answer);
  }
  const answer = await api.leaveTree(code);
  return answer.ok ? seeOther("/my-trees?left") : formAgain(values, answer);
}

/** Makes the signed-in person the second owner of the tree that the link invites to. */
export async function acceptInvitation(request: Request, api: ApiClient): Promise<FormOutcome> {
  const values = await readForm(request);
  if (TELL_OPERATOR in values) return tellOperator(values, api, OWNER_TEXTS);
  const answer = await api.acceptInvitation(values.token ?? "", values.name ?? "");
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(`/my-trees/${answer.data.shareCode}?joined`);
}
