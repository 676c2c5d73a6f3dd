import { REPORT_REASONS, type ReportReason } from "#contract/reports";
import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, type FormState, formAgain, readForm, seeOther } from "./form.ts";

/** The target of a report: a tree, or one gift and the cursor of its page in the list. */
export type Reported = { code: string; messageId: string | null; before?: string | null };

/** Reports the tree or gift that the page is about. */
export async function reportTree(request: Request, api: ApiClient, reported: Reported): Promise<FormOutcome> {
  const values = await readForm(request);
  const details = values.details?.trim() ? { details: values.details } : {};
  const message = reported.messageId ? { messageId: reported.messageId } : {};
  const report = { shareCode: reported.code, reason: values.reason ?? "", ...message, ...details };
  // The key was created with the form: pressing twice, or retrying after a lost response, is still one report.
  const answer = await api.report(report, values.once);
  if (answer.ok) return seeOther(`${addressOf(reported)}&sent=${values.reason}`);
  if (answer.error.code === "message_not_found") return { again: giftGone(values) };
  return formAgain(answer.error.code === "idempotency_key_reused" ? withoutKey(values) : values, answer);
}

/** The address of the report form. */
export function addressOf({ code, messageId, before }: Reported): string {
  const query = new URLSearchParams({ tree: code });
  if (messageId) query.set("message", messageId);
  if (messageId && before) query.set("before", before);
  return `/report?${query}`;
}

/** The reason of the report just sent, or null. */
export function sentReason(query: URLSearchParams): ReportReason | null {
  return REPORT_REASONS.find((reason) => reason === query.get("sent")) ?? null;
}

const giftGone = (values: FormState["values"]): FormState => ({
  values,
  fieldErrors: {},
  problem: "giftGone",
  status: 404,
});

/** The form was changed after its report arrived. The next submit is another report, so drop the key. */
const withoutKey = ({ once: _, ...values }: Record<string, string>) => values;
