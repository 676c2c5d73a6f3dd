import type { ApiClient } from "../api-client.ts";
import { giftAddresses } from "../trees/gift-addresses.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** Folds the gift named in the URL away, or unfolds it, depending on the button. */
export async function foldGift(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const isFolded = (await readForm(request)).fold !== "no";
  const query = new URL(request.url).searchParams;
  const answer = await api.foldGift(code, query.get("gift") ?? "", isFolded);
  // A gift that was deleted meanwhile needs no folding: the page says that it is gone.
  if (!answer.ok) return formAgain({}, answer);
  return seeOther(giftAddresses(code, query.get("before")).folded(isFolded));
}
