import { MODERATION_ACTS, type ModerationAct } from "#contract/moderation";
import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** What the API asks for of each act; the page's forms carry no more than that, a note and a key. */
const FIELDS: Record<ModerationAct, readonly string[]> = {
  dismiss: ["shareCode", "messageId", "seen"],
  take_down_gift: ["shareCode", "messageId"],
  take_down_tree: ["shareCode", "messageId"],
  undo: ["undoes"],
};

/** Does what a moderator confirmed, and comes back to the page. */
export async function moderate(request: Request, api: ApiClient, page: string): Promise<FormOutcome> {
  const values = await readForm(request);
  const act = actNamed(values.act) ?? "dismiss";
  const wanted = ["reason", "note", ...FIELDS[act]].filter((name) => values[name]?.trim());
  const body = Object.fromEntries(wanted.map((name) => [name, values[name]]));
  // Made with the form: pressed twice, it is still one act.
  const answer = await api.moderate({ act, ...body }, values.once);
  if (answer.ok) return seeOther(`${page}?done=${act}`);
  // A key that was used for other words gets a new one with the next form.
  const { once: _, ...rest } = values;
  return formAgain(answer.error.code === "idempotency_key_reused" ? rest : values, answer);
}

/** The act that a form or an address names, or null. */
export function actNamed(name: string | null | undefined): ModerationAct | null {
  return MODERATION_ACTS.find((act) => act === name) ?? null;
}

/** The form that was sent, by what it is about: its faults are shown there and nowhere else. */
export const subjectOf = ({ act, shareCode, messageId, undoes }: Readonly<Record<string, string>>): string =>
  [act, undoes ?? `${shareCode}-${messageId ?? ""}`].join("-");
