import type { ApiClient, PrivateLink } from "../api-client.ts";
import { forgetGift } from "../trees/left-gifts.ts";
import { type FormOutcome, readForm, seeOther } from "./form.ts";

/** A gift that its sender can take back, with its private link. */
export type OfferedGift = PrivateLink & { giftAssetId: string; treeName: string };
/** Why nothing can be taken back. */
export type Refused = "gone" | "late" | "often" | "unavailable";
export type Offer = { gifts: OfferedGift[]; refused: Refused | null; status: number };

/** Takes back the gift that the page showed. */
export async function takeBack(request: Request, api: ApiClient, code: string): Promise<FormOutcome | Offer> {
  const { gift: id = "", key = "" } = await readForm(request);
  const answer = await api.takeBack({ code, id, key });
  if (answer.ok) return seeOther(`/take-back?tree=${code}&done=${answer.data.id}`, forgetGift(answer.data.id));
  return { gifts: [], ...refusal(answer.status) };
}

/** Loads the gifts that these links name. */
export async function offerOf(links: readonly PrivateLink[], api: ApiClient): Promise<Offer> {
  const answers = await Promise.all(links.map(async (link) => ({ link, answer: await api.giftToTakeBack(link) })));
  const gifts = answers.flatMap(({ link, answer }) => (answer.ok ? [{ ...link, ...answer.data }] : []));
  const failed = answers.flatMap(({ answer }) => (answer.ok ? [] : [refusal(answer.status)]));
  if (gifts.length > 0) return { gifts, refused: null, status: 200 };
  const why = (["unavailable", "often", "late", "gone"] as const).find((each) =>
    failed.some(({ refused }) => refused === each),
  );
  const { status } = failed.find(({ refused }) => refused === why) ?? { status: 200 };
  return { gifts, refused: why ?? "gone", status };
}

function refusal(status: number): { refused: Refused; status: number } {
  if (status === 404 || status === 400) return { refused: "gone", status: 404 };
  if (status === 429) return { refused: "often", status };
  return { refused: status === 409 ? "late" : "unavailable", status };
}
