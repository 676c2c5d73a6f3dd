import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Hangs the gift that a friend filled in on the tree of this page. */
export async function hangGift(request: Request, api: ApiClient, shareCode: string): Promise<FormOutcome> {
  const values = await readForm(request);
  const gift = {
    shareCode,
    giftAssetId: values.giftAssetId ?? "",
    message: values.message ?? "",
    senderName: values.senderName ?? "",
    showSenderName: values.showSenderName === "yes",
  };
  // Made with the form: pressed twice, or sent again after a lost answer, it still hangs one gift.
  const answer = await api.hangGift(gift, UUID.test(values.once ?? "") ? values.once : undefined);
  if (!answer.ok) return formAgain(answer.error.code === "idempotency_key_reused" ? anew(values) : values, answer);
  return seeOther(`/send-message?tree=${shareCode}&hung=${answer.data.id}#thanks`);
}

/** The text was changed after it had arrived: sent again it is another gift, so it gets a key of its own. */
const anew = ({ once: _, ...values }: Record<string, string>) => values;
