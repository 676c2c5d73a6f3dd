import { MODERATION_ACTS, type ModerationAct } from "#contract/moderation";
import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** The fields the API requires for each action; the forms add only a note and an idempotency key. */
const FIELDS: Record<ModerationAct, readonly string[]> = {
  dismiss: ["shareCode", "messageId", "seen"],
  take_down_gift: ["shareCode", "messageId"],
  take_down_thanks: ["shareCode"],
  take_down_tree: ["shareCode", "messageId"],
  undo: ["undoes"],
};

/**
 * Performs the action a moderator confirmed, deletes refused texts they dealt with, or switches their mails on or off, and
 * returns to the page.
 */
export async function moderate(request: Request, api: ApiClient, page: string): Promise<FormOutcome> {
  const values = await readForm(request);
  if (values.change === "mails") {
    const changed = await api.changeModeratorMails(values.mails === "yes");
    return changed.ok ? seeOther(pageAt(page, new URL(request.url), { saved: "" })) : formAgain(values, changed);
  }
  if (values.appeal) {
    for (const id of values.appeal.split(" ")) {
      const settled = await api.settleAppeal(id);
      if (!settled.ok) return formAgain(values, settled);
    }
    return seeOther(`${pageAt(page, new URL(request.url), { settled: "" })}#appeals`);
  }
  const act = actNamed(values.act) ?? "dismiss";
  const names = ["reason", "note", ...FIELDS[act]].filter((name) => values[name]?.trim());
  const body = Object.fromEntries(names.map((name) => [name, values[name]]));
  // The key was created with the form: submitted twice, it is still one action.
  const answer = await api.moderate({ act, ...body }, values.once);
  return answer.ok ? seeOther(pageAt(page, new URL(request.url), { done: act })) : formAgain(values, answer);
}

/** The address of a moderation page, at the same page of its list as a URL. */
export function pageAt(page: string, { searchParams }: URL, news: Record<string, string> = {}): string {
  const before = searchParams.get("before");
  const query = new URLSearchParams({ ...(before && { before }), ...news });
  return query.size > 0 ? `${page}?${query}` : page;
}

/** The action that a form or a URL names, or null. */
export function actNamed(name: string | null | undefined): ModerationAct | null {
  return MODERATION_ACTS.find((act) => act === name) ?? null;
}

/** Identifies the submitted form by its subject, so that errors are shown only there. */
export const subjectOf = ({ act, shareCode, messageId, undoes }: Readonly<Record<string, string>>): string =>
  [act, undoes ?? `${shareCode}-${messageId ?? ""}`].join("-");
