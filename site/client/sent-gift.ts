import { LEFT_GIFT_REMEMBERED_MS } from "#contract/limits";
import { deviceStorage, tabStorage } from "./device-storage.ts";
import { draftOf, forgetDraft, type GiftDraft, keepValues } from "./gift-draft.ts";

const LEFT = "gift-left:";
const SENT = "gift-sent:";
const BEGINS = "gift-begins:";
const BEGINNING_CHARACTERS = 40;

/** Who left a gift, and its message's first words. */
export type Beginning = { name: string; words: string; leftAt: number };

/**
 * A gift was sent: its draft becomes what this tab sent, until the tab is closed, in case the gift is taken back. The
 * device remembers on which tree, and how the gift begins, but not its key.
 */
export function noteSent(code: string, gift: string): void {
  const draft = draftOf(code);
  if (draft) {
    tabStorage((store) => store.setItem(SENT + gift, JSON.stringify(draft)));
    deviceStorage((store) => store.setItem(BEGINS + gift, JSON.stringify(beginningIn(draft))));
  }
  forgetDraft(code);
  deviceStorage((store) => store.setItem(LEFT + code, `${Date.now()}`));
}

export function hasLeftGift(code: string): boolean {
  const leftAt = deviceStorage((store) => Number(store.getItem(LEFT + code)));
  if (isRecent(leftAt)) return true;
  deviceStorage((store) => store.removeItem(LEFT + code));
  return false;
}

/** How a gift begins that was left from this device; null if it does not remember. */
export function beginningOf(gift: string): Beginning | null {
  return deviceStorage((store) => JSON.parse(store.getItem(BEGINS + gift) ?? "null") as Beginning | null);
}

/** Deletes what is kept of gifts longer than they are offered to be taken back. */
export function forgetOldBeginnings(): void {
  deviceStorage((store) => {
    const names = Object.keys(store).filter((name) => name.startsWith(BEGINS));
    for (const name of names) if (!isRecent(beginningOf(name.slice(BEGINS.length))?.leftAt)) store.removeItem(name);
  });
}

function beginningIn({ values: { senderName = "", message = "" } }: GiftDraft): Beginning {
  const text = message.trim().replace(/\s+/g, " ");
  const words = [...text].slice(0, BEGINNING_CHARACTERS).join("");
  return { name: senderName.trim(), words: words.length < text.length ? `${words}…` : words, leftAt: Date.now() };
}

const isRecent = (leftAt: number | null | undefined) => Date.now() - (leftAt ?? 0) < LEFT_GIFT_REMEMBERED_MS;

/** A gift was taken back: what was written for it is a draft again, unless another one was begun. */
export function returnSent(code: string, gift: string): void {
  const sent = tabStorage((store) => JSON.parse(store.getItem(SENT + gift) ?? "null") as GiftDraft | null);
  tabStorage((store) => store.removeItem(SENT + gift));
  deviceStorage((store) => store.removeItem(BEGINS + gift));
  if (!sent || draftOf(code)) return;
  // Its idempotency key belongs to the gift that is gone.
  const { once: _, ...values } = sent.values;
  keepValues(code, values);
}
