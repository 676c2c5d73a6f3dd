import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** Hangs the gift that a friend filled in on the tree of this page. */
export async function hangGift(request: Request, api: ApiClient, shareCode: string): Promise<FormOutcome> {
  const values = await readForm(request);
  const answer = await api.hangGift({
    shareCode,
    giftAssetId: values.giftAssetId ?? "",
    message: values.message ?? "",
    senderName: values.senderName ?? "",
    showSenderName: values.showSenderName === "yes",
  });
  if (!answer.ok) return formAgain(values, answer.error);
  return seeOther(`/send-message?tree=${shareCode}&hung=${answer.data.id}#thanks`);
}
