import { deviceStorage } from "./device-storage.ts";

/** A gift that was started but not sent. Stored on this device until it is sent, for a week at most. */
export type GiftDraft = { values: Record<string, string>; savedAt: number };

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const NAMES = "gift-draft:";
const nameOf = (code: string) => NAMES + code;

export function keepDraft(code: string, form: HTMLFormElement): void {
  const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string");
  keepValues(code, Object.fromEntries(fields));
}

export function keepValues(code: string, values: GiftDraft["values"]): void {
  deviceStorage((store) => store.setItem(nameOf(code), JSON.stringify({ values, savedAt: Date.now() })));
}

export function forgetDraft(code: string): void {
  deviceStorage((store) => store.removeItem(nameOf(code)));
}

/** Deletes drafts older than a week, for any tree, so that the device's next user does not find them. */
export function forgetOldDrafts(): void {
  deviceStorage((store) => {
    const names = Object.keys(store).filter((name) => name.startsWith(NAMES));
    for (const name of names) if (!isFresh(keptAs(name))) store.removeItem(name);
  });
}

/** Returns the draft for this tree, or null if nothing was typed. */
export function draftOf(code: string): GiftDraft | null {
  const draft = keptAs(nameOf(code));
  return isFresh(draft) && (draft.values.message || draft.values.senderName) ? draft : null;
}

const keptAs = (name: string) =>
  deviceStorage((store) => JSON.parse(store.getItem(name) ?? "null") as GiftDraft | null);

const isFresh = (draft: GiftDraft | null): draft is GiftDraft => draft !== null && Date.now() - draft.savedAt < WEEK_MS;

/** Restores a draft into a form, including the chosen gift and the idempotency key. */
export function restoreDraft({ values }: GiftDraft, form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement) field.value = values[field.name] ?? field.value;
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = values[field.name] === field.value;
    else field.value = values[field.name] ?? field.value;
  }
}
