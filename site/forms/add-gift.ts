import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** Hangs the gift that a friend filled in on the tree of this page. */
export async function addGift(request: Request, api: ApiClient, shareCode: string): Promise<FormOutcome> {
  const values = await readForm(request);
  const gift = {
    shareCode,
    giftAssetId: values.giftAssetId ?? "",
    message: values.message ?? "",
    senderName: values.senderName ?? "",
    showSenderName: values.showSenderName === "yes",
  };
  // Made with the form: pressed twice, or sent again after a lost answer, it still hangs one gift.
  const answer = await api.addGift(gift, values.once);
  if (!answer.ok) return formAgain(answer.error.code === "idempotency_key_reused" ? anew(values) : values, answer);
  return seeOther(`/send-message?tree=${shareCode}&hung=${answer.data.id}#thanks`);
}

/** While its tree cannot be looked up no gift is sent on: all that was filled in stays in its form. */
export async function keepGift(request: Request): Promise<FormOutcome> {
  return { again: { values: await readForm(request), fieldErrors: {}, problem: "unavailable", status: 503 } };
}

/** The text was changed after it had arrived: sent again it is another gift, so it gets a key of its own. */
const anew = ({ once: _, ...values }: Record<string, string>) => values;
