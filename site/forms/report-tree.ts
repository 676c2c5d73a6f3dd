import { REPORT_REASONS, type ReportReason } from "#contract/reports";
import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, type FormState, formAgain, readForm, seeOther } from "./form.ts";

/** What a report is about: a tree, or one gift on it and the cursor of the page of gifts it was on. */
export type Reported = { code: string; messageId: string | null; before?: string | null };

/** Sends a report of the tree, or of the gift, that the page names. */
export async function reportTree(request: Request, api: ApiClient, reported: Reported): Promise<FormOutcome> {
  const values = await readForm(request);
  const details = values.details?.trim() ? { details: values.details } : {};
  const message = reported.messageId ? { messageId: reported.messageId } : {};
  const report = { shareCode: reported.code, reason: values.reason ?? "", ...message, ...details };
  // Made with the form: pressed twice, or sent again after a lost answer, it is still one report.
  const answer = await api.report(report, values.once);
  if (answer.ok) return seeOther(`${addressOf(reported)}&sent=${values.reason}`);
  if (answer.error.code === "message_not_found") return { again: giftGone(values) };
  return formAgain(answer.error.code === "idempotency_key_reused" ? anew(values) : values, answer);
}

/** Where something is reported. */
export function addressOf({ code, messageId, before }: Reported): string {
  const query = new URLSearchParams({ tree: code });
  if (messageId) query.set("message", messageId);
  if (messageId && before) query.set("before", before);
  return `/report?${query}`;
}

/** The reason of the report that has just been sent, or null. */
export function sentReason(query: URLSearchParams): ReportReason | null {
  return REPORT_REASONS.find((reason) => reason === query.get("sent")) ?? null;
}

const giftGone = (values: FormState["values"]): FormState => ({
  values,
  fieldErrors: {},
  problem: "giftGone",
  status: 404,
});

/** The report was changed after it had arrived: sent again it is another, so it gets a key of its own. */
const anew = ({ once: _, ...values }: Record<string, string>) => values;
