import { ownTreePage } from "../addresses.ts";
import type { ApiClient, Role } from "../api-client.ts";
import { type FormOutcome, fieldAgain, formAgain, readFields, seeOther, valuesOf } from "./form.ts";
import { TELL_OPERATOR, tellOperator } from "./tell-operator.ts";

type Values = Record<string, string>;

/** The forms' fields that the word filter reads. */
export const NAME_TEXTS = { name: "treeName", ownerName: "ownerName" } as const;
export const THANKS_TEXTS = { thanks: "thanks" } as const;

/**
 * Renames, redecorates, reschedules, pauses or deletes a tree of its owner, or of whoever prepares it, who also deletes gifts
 * by it; depending on which form was submitted.
 */
export async function changeTree(request: Request, api: ApiClient, code: string, role: Role): Promise<FormOutcome> {
  const fields = await readFields(request);
  const values = Object.fromEntries(fields);
  if (TELL_OPERATOR in values) return tellOperator(values, api, { ...NAME_TEXTS, ...THANKS_TEXTS });
  if (values.change === "fell") return deleteTree(values, api, code, role);
  if (values.change === "gifts") return deleteGiftsUnread(valuesOf(fields, "gift"), api, code);
  if (values.change === "gather") return gather(api, code, `/my-trees/${code}?saved`);
  const answer = await api.changeTree(code, wantedChange(values), role);
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(`${ownTreePage(answer.data)}?${values.change === "thanks" ? "thanked" : "saved"}`);
}

/** Everyone's here: from the tree's own page, or from its big screen, which it leads back to. */
export async function gather(api: ApiClient, code: string, back: string): Promise<FormOutcome> {
  const answer = await api.gather(code);
  return answer.ok ? seeOther(back) : formAgain({ change: "gather" }, answer);
}

function wantedChange({
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

async function deleteTree(values: Values, api: ApiClient, code: string, role: Role): Promise<FormOutcome> {
  if (values.confirm !== "yes") return fieldAgain(values, "confirm", "required");
  const answer = await api.deleteTree(code, role);
  if (!answer.ok) return formAgain(values, answer);
  return seeOther("/my-trees?felled");
}

/** Deletes gifts that their organizer, who reads none, knows by what visitors see. */
async function deleteGiftsUnread(ids: readonly string[], api: ApiClient, code: string): Promise<FormOutcome> {
  if (ids.length === 0) return seeOther(`/organizing/${code}`);
  const answer = await api.deleteGiftsUnread(code, ids);
  if (!answer.ok) return formAgain({ change: "gifts" }, answer);
  return seeOther(`/organizing/${code}?deleted=${answer.data.deleted}`);
}
