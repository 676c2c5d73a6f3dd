import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, fieldAgain, formAgain, readForm, seeOther } from "./form.ts";
import { TELL_OPERATOR, tellOperator } from "./tell-operator.ts";

type Values = Record<string, string>;

/** The forms' fields that the word filter reads. */
export const NAME_TEXTS = { name: "treeName", ownerName: "ownerName" } as const;
export const THANKS_TEXTS = { thanks: "thanks" } as const;

/** Renames, redecorates, reschedules, pauses or deletes an owner's tree, depending on which form was submitted. */
export async function changeTree(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const values = await readForm(request);
  if (TELL_OPERATOR in values) return tellOperator(values, api, { ...NAME_TEXTS, ...THANKS_TEXTS });
  if (values.change === "fell") return deleteTree(values, api, code);
  if (values.change === "gather") return gather(api, code, `/my-trees/${code}?saved`);
  const answer = await api.changeTree(code, wantedChange(values));
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(`/my-trees/${code}?${values.change === "thanks" ? "thanked" : "saved"}`);
}

/** Everyone's here: from the tree's own page, or from its big screen, which it leads back to. */
export async function gather(api: ApiClient, code: string, back: string): Promise<FormOutcome> {
  const answer = await api.gather(code);
  return answer.ok ? seeOther(back) : formAgain({ change: "gather" }, answer);
}

export function wantedChange({
  change,
  isPaused,
  namesNeedApproval,
  look,
  openingDay,
  takesGiftsUntil,
  thanks,
  name,
  ownerName,
}: Values): object {
  if (change === "pause") return { isPaused: isPaused === "yes" };
  if (change === "until") return { takesGiftsUntil: takesGiftsUntil || null };
  if (change === "names") return { namesNeedApproval: namesNeedApproval === "yes" };
  if (change === "look") return { look: look ?? "" };
  if (change === "thanks") return { thanks: thanks ?? "" };
  if (change === "delete-thanks") return { thanks: null };
  return change === "day" ? { openingDay: openingDay ?? "" } : { name: name ?? "", ownerName };
}

async function deleteTree(values: Record<string, string>, api: ApiClient, code: string): Promise<FormOutcome> {
  if (values.confirm !== "yes") return fieldAgain(values, "confirm", "required");
  const answer = await api.deleteTree(code);
  if (!answer.ok) return formAgain(values, answer);
  return seeOther("/my-trees?felled");
}
