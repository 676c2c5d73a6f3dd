import { LEFT_GIFT_REMEMBERED_MS } from "#contract/limits";
import { deviceStorage, tabStorage } from "./device-storage.ts";
import { draftOf, forgetDraft, type GiftDraft, keepValues } from "./gift-draft.ts";

const LEFT = "gift-left:";
const SENT = "gift-sent:";

/**
 * A gift was sent: its draft becomes what this tab sent, until the tab is closed, in case the gift is taken back. The
 * device remembers on which tree, but neither which gift nor its key.
 */
export function noteSent(code: string, gift: string): void {
  const draft = draftOf(code);
  if (draft) tabStorage((store) => store.setItem(SENT + gift, JSON.stringify(draft)));
  forgetDraft(code);
  deviceStorage((store) => store.setItem(LEFT + code, `${Date.now()}`));
}

export function hasLeftGift(code: string): boolean {
  const leftAt = deviceStorage((store) => Number(store.getItem(LEFT + code)));
  const isRecent = Date.now() - (leftAt ?? 0) < LEFT_GIFT_REMEMBERED_MS;
  if (!isRecent) deviceStorage((store) => store.removeItem(LEFT + code));
  return isRecent;
}

/** A gift was taken back: what was written for it is a draft again, unless another one was begun. */
export function returnSent(code: string, gift: string): void {
  const sent = tabStorage((store) => JSON.parse(store.getItem(SENT + gift) ?? "null") as GiftDraft | null);
  tabStorage((store) => store.removeItem(SENT + gift));
  if (!sent || draftOf(code)) return;
  // Its idempotency key belongs to the gift that is gone.
  const { once: _, ...values } = sent.values;
  keepValues(code, values);
}
