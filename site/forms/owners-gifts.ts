import { GIFTS_DELETED_AT_ONCE_MAX } from "#contract/limits";
import type { ApiClient } from "../api-client.ts";
import { giftAddresses } from "../trees/gift-addresses.ts";
import { type FormOutcome, formAgain, readFields, readForm, seeOther, valuesOf } from "./form.ts";
import { TELL_OPERATOR, tellOperator } from "./tell-operator.ts";

/** Shows the names that were selected, and hides the others of the page. Names that it did not list stay as they are. */
export async function chooseNames(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const fields = await readFields(request);
  const selected = new Set(valuesOf(fields, "gift"));
  const [show, hide] = [[...selected], valuesOf(fields, "listed").filter((id) => !selected.has(id))];
  const answer = await api.changeNames(code, { show, hide });
  if (!answer.ok) return formAgain({}, answer);
  return seeOther(giftAddresses(code, new URL(request.url).searchParams.get("before")).namesSaved);
}

/** Hides the gift named in the URL, or shows it again, depending on the button. */
export async function hideGift(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const isHidden = (await readForm(request)).hide !== "no";
  const query = new URL(request.url).searchParams;
  const answer = await api.hideGift(code, query.get("gift") ?? "", isHidden);
  // A gift that was deleted meanwhile needs no hiding: the page says that it is gone.
  if (!answer.ok) return formAgain({}, answer);
  const addresses = giftAddresses(code, query.get("before"));
  return seeOther(isHidden ? addresses.hidden : addresses.shown);
}

/** Deletes exactly the gifts that the page showed. Submitted again, it finds none of them, and the page says so. */
export async function deleteGifts(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const ids = valuesOf(await readFields(request), "gift");
  const answer = await api.deleteGifts(code, ids.slice(0, GIFTS_DELETED_AT_ONCE_MAX));
  if (!answer.ok) return formAgain({}, answer);
  const before = new URL(request.url).searchParams.get("before");
  return seeOther(giftAddresses(code, before).deleted(answer.data.deleted));
}

/** The fields of a reply that the word filter reads. A line is an owner's thank-you to one person. */
export const REPLY_TEXTS = { line: "thanks" } as const;

/** Sends a heart with the line that was typed, if any, or takes it back, depending on the button. */
export async function replyToGift(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const values = await readForm(request);
  if (TELL_OPERATOR in values) return tellOperator(values, api, REPLY_TEXTS);
  const query = new URL(request.url).searchParams;
  const gift = query.get("gift") ?? "";
  const isTakenBack = values.reply === "no";
  const answer = await (isTakenBack
    ? api.takeReplyBack(code, gift)
    : api.reply(code, gift, { line: values.line ?? "" }));
  // A gift that was deleted meanwhile gets no reply: the page says that it is gone.
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(giftAddresses(code, query.get("before")).repliedTo(gift, query));
}
