import type { OwnersGift } from "#contract/messages";
import type { ApiClient } from "../api-client.ts";
import { giftAddresses } from "../trees/gift-addresses.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";
import { sentFor } from "./report-tree.ts";

/**
 * Reports the gift named in the URL; its text is included only if the box was checked. Another box adds its sender to
 * the owner's list of words and senders to hide.
 */
export async function reportOwnGift(
  request: Request,
  api: ApiClient,
  code: string,
  gifts: readonly OwnersGift[],
): Promise<FormOutcome> {
  const values = await readForm(request);
  const query = new URL(request.url).searchParams;
  const gift = query.get("gift") ?? "";
  const details = values.details?.trim() ? { details: values.details } : {};
  const { reason = "", includesText, hidesSender } = values;
  const sender = gifts.find(({ id }) => id === gift)?.senderName;
  const answer = await api.reportGift(code, gift, { reason, ...details, includesText: includesText === "yes" });
  if (!answer.ok) return formAgain(values, answer);
  const hidden = hidesSender === "yes" && sender ? await api.hide({ kind: "sender", text: sender }) : null;
  // Sent again, the report is the same one.
  if (hidden && !hidden.ok) return formAgain(values, hidden);
  return seeOther(giftAddresses(code, query.get("before")).reported(gift, sentFor(reason)));
}
