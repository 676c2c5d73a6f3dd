import type { AstroGlobal } from "astro";
import type { OwnersGift } from "#contract/messages";
import type { ApiClient } from "../api-client.ts";
import { answerWith, emptyForm, type FormOutcome, failed } from "../forms/form.ts";
import { giftAddresses } from "./gift-addresses.ts";
import { loadOpening, loadOwnTree } from "./own-tree.ts";

type Send = (request: Request, api: ApiClient, code: string, gifts: OwnersGift[]) => Promise<FormOutcome>;

/**
 * Loads what a page about gifts of an own tree shows, and sends its form if it was submitted. Returns the response if
 * the page is not to be shown: for an unknown tree, in an outage, or after the form was accepted.
 */
export async function ownGiftsPage(astro: AstroGlobal, { POST: send }: { POST: Send }) {
  const { api } = astro.locals;
  const code = astro.params.code ?? "";

  const query = astro.url.searchParams;
  const before = query.get("before");
  // Pages of gifts to unwrap are others: they leave out what a moderator took down.
  const isOpening = query.has("opening");
  const loaded = await (isOpening ? loadOpening(code, before, api) : loadOwnTree(code, before, api));
  if (loaded instanceof Response) return loaded;
  const outcome = astro.request.method === "POST" ? await send(astro.request, api, code, loaded.gifts) : null;
  if (outcome && "done" in outcome) return outcome.done;
  const form = outcome?.again ?? emptyForm();
  if (form.status >= 500) return failed(form);
  answerWith(astro.response, form);
  return { ...loaded, query, form, addresses: giftAddresses(code, before) };
}
