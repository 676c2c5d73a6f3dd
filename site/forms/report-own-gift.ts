import type { ApiClient } from "../api-client.ts";
import { giftAddresses } from "../trees/gift-addresses.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** Reports the gift named in the URL; its text is included only if the box was checked. */
export async function reportOwnGift(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const values = await readForm(request);
  const query = new URL(request.url).searchParams;
  const gift = query.get("gift") ?? "";
  const details = values.details?.trim() ? { details: values.details } : {};
  const { reason = "", includesText } = values;
  const answer = await api.reportGift(code, gift, { reason, ...details, includesText: includesText === "yes" });
  if (!answer.ok) return formAgain(values, answer);
  return seeOther(giftAddresses(code, query.get("before")).reported(gift, reason));
}
