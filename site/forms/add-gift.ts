import type { ApiClient } from "../api-client.ts";
import { rememberGift } from "../trees/left-gifts.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";
import { TELL_OPERATOR, tellOperator } from "./tell-operator.ts";

/** The form's fields that the word filter reads. */
export const GIFT_TEXTS = { message: "message", senderName: "senderName" } as const;

/** Adds a friend's gift to the tree of this page. */
export async function addGift(request: Request, api: ApiClient, shareCode: string): Promise<FormOutcome> {
  const values = await readForm(request);
  if (TELL_OPERATOR in values) return tellOperator(values, api, GIFT_TEXTS);
  const gift = {
    shareCode,
    giftAssetId: values.giftAssetId ?? "",
    message: values.message ?? "",
    senderName: values.senderName ?? "",
    showSenderName: values.showSenderName === "yes",
  };
  // The key was created with the form: pressing twice, or retrying after a lost response, still adds one gift.
  const answer = await api.addGift(gift, values.once);
  if (!answer.ok) return { again: { ...formAgain(values, answer).again, cookies: answer.cookies } };
  const { id, takeBackKey } = answer.data;
  const cookies = takeBackKey ? rememberGift({ code: shareCode, id, key: takeBackKey }) : [];
  return seeOther(`/send-message?tree=${shareCode}&hung=${id}`, cookies);
}

/** If the tree cannot be looked up, no gift is sent; the form keeps its input. */
export async function keepGift(request: Request): Promise<FormOutcome> {
  return { again: { values: await readForm(request), fieldErrors: {}, problem: "unavailable", status: 503 } };
}
