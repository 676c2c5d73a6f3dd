import type { ApiClient } from "../api-client.ts";
import { giftAddresses } from "../trees/gift-addresses.ts";
import { type FormOutcome, formAgain, readFields, readForm, seeOther, valuesOf } from "./form.ts";

/** Shows the names that were selected, and hides the others of the page. Names that it did not list stay as they are. */
export async function chooseNames(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const fields = await readFields(request);
  const selected = new Set(valuesOf(fields, "gift"));
  const [show, hide] = [[...selected], valuesOf(fields, "listed").filter((id) => !selected.has(id))];
  const answer = await api.changeNames(code, { show, hide });
  if (!answer.ok) return formAgain({}, answer);
  return seeOther(giftAddresses(code, new URL(request.url).searchParams.get("before")).namesSaved);
}

/** Folds the gift named in the URL away, or unfolds it, depending on the button. */
export async function foldGift(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const isFolded = (await readForm(request)).fold !== "no";
  const query = new URL(request.url).searchParams;
  const answer = await api.foldGift(code, query.get("gift") ?? "", isFolded);
  // A gift that was deleted meanwhile needs no folding: the page says that it is gone.
  if (!answer.ok) return formAgain({}, answer);
  return seeOther(giftAddresses(code, query.get("before")).folded(isFolded));
}
