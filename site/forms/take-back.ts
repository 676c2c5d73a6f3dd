import type { GiftOfSender } from "#contract/messages";
import type { Answer, ApiClient, PrivateLink } from "../api-client.ts";
import { forgetGift, leftGifts, privateLink } from "../trees/left-gifts.ts";
import { deviceIn, type FormOutcome, failed, isUnknown, readForm, redirectTo, seeOther } from "./form.ts";

/** A gift that its sender can take back, or whose owner replied, with its private link. */
export type OfferedGift = PrivateLink & GiftOfSender;
/** Why nothing can be taken back. */
type Refused = "gone" | "late";
export type Offer = { gifts: OfferedGift[]; refused: Refused | null; status: number };

/** Takes back the gift that the page showed, or begins or ends its sender's notifications. */
export async function takeBack(request: Request, api: ApiClient, code: string): Promise<FormOutcome | Offer> {
  const { gift: id = "", key = "", stop, ...values } = await readForm(request);
  if (stop || values.device !== undefined) {
    // The thank-you page names the gift alone: this device remembers its key.
    const own = leftGifts(request.headers.get("cookie"), code).find((gift) => gift.id === id);
    const link = key || !own ? { code, id, key } : own;
    const told = await (stop ? api.stopTellingSender(link) : api.tellSender(link, deviceIn(values)));
    if (!told.ok) return refused(told);
    if (stop) return seeOther(`${privateLink(link)}&untold`);
    // Whoever asked stays on their page. It still says what became of the gift when a phone loads it again.
    return { done: redirectTo(privateLink(link)) };
  }
  const answer = await api.takeBack({ code, id, key });
  if (answer.ok) return seeOther(`/take-back?tree=${code}&done=${answer.data.id}`, forgetGift(answer.data.id));
  return refused(answer);
}

const refused = (answer: Answer<unknown> & { ok: false }) =>
  isUnknown(answer) ? { done: failed(answer) } : { gifts: [], ...refusal(answer.status) };

/** Loads the gifts that these links name; a response if the API cannot say whether they are there. */
export async function offerOf(links: readonly PrivateLink[], api: ApiClient): Promise<Offer | Response> {
  const answers = await Promise.all(links.map(async (link) => ({ link, answer: await api.giftOfSender(link) })));
  const gifts = answers.flatMap(({ link, answer }) => (answer.ok ? [{ ...link, ...answer.data }] : []));
  if (gifts.length > 0) return { gifts, refused: null, status: 200 };
  const refusals = answers.flatMap(({ answer }) => (answer.ok ? [] : [answer]));
  const unknown = refusals.find(isUnknown);
  if (unknown) return failed(unknown);
  const { status = null } = refusals.find((each) => each.status === 409) ?? refusals[0] ?? {};
  return status === null ? { gifts, refused: "gone", status: 200 } : { gifts, ...refusal(status) };
}

const refusal = (status: number): { refused: Refused; status: number } =>
  status === 409 ? { refused: "late", status } : { refused: "gone", status: 404 };
