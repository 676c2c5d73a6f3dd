import { PAGE_LIMIT_MAX } from "#contract/limits";
import type { ListedGift } from "#contract/messages";
import type { ApiClient, PrivateLink } from "../api-client.ts";
import { type FormOutcome, type FormState, formAgain, readForm, seeOther } from "./form.ts";

/**
 * The target of a report: a tree, one gift and the cursor of its page in the list, or what the owner replied, by the
 * private link of its sender.
 */
export type Reported = {
  code: string;
  messageId: string | null;
  before?: string | null;
  reply?: PrivateLink | null;
};

/** Reports the tree or gift that the page is about. */
export async function reportTree(request: Request, api: ApiClient, reported: Reported): Promise<FormOutcome> {
  const values = await readForm(request);
  const details = values.details?.trim() ? { details: values.details } : {};
  const message = reported.messageId ? { messageId: reported.messageId } : {};
  const report = { shareCode: reported.code, reason: values.reason ?? "", ...message, ...details };
  // The key was created with the form: pressing twice, or retrying after a lost response, is still one report.
  const { reply } = reported;
  const answer = await (reply
    ? api.reportReply(reply, { reason: report.reason, ...details })
    : api.report(report, values.once));
  if (answer.ok) return seeOther(`${addressOf(reported)}&sent=${sentFor(values.reason)}`);
  if (answer.error.code === "message_not_found") return { again: giftGone(values) };
  return formAgain(values, answer);
}

/** The address of the report form. */
export function addressOf({ code, messageId, before, reply }: Reported): string {
  const query = new URLSearchParams({ tree: code });
  if (messageId) query.set("message", messageId);
  if (messageId && before) query.set("before", before);
  if (reply) query.set("gift", reply.id);
  if (reply) query.set("key", reply.key);
  return `/report?${query}`;
}

/** What the address says of a sent report. It stays in the browser's history, so it names no reason. */
export const sentFor = (reason: string | undefined) => (reason === "self_harm" ? NEEDS_HELP : "yes");

/** Whether a report was just sent, and whether somebody may need help at once. */
export function sentIn(query: URLSearchParams): { isSent: boolean; needsHelp: boolean } {
  return { isSent: query.has("sent"), needsHelp: query.get("sent") === NEEDS_HELP };
}

const NEEDS_HELP = "more";

const giftGone = (values: FormState["values"]): FormState => ({
  values,
  fieldErrors: {},
  problem: "giftGone",
  status: 404,
});

/**
 * Returns the gift to report, as visitors see it; "gone" if it is not on its tree; null if that is not known: it is
 * neither on the page its link came from nor among the next older ones. The API then decides whether it can be reported.
 */
export async function findGift(
  api: ApiClient,
  { code, messageId, before }: Reported,
): Promise<ListedGift | "gone" | null> {
  if (!messageId) return null;
  const listing = await api.gifts(code, before ?? null, PAGE_LIMIT_MAX);
  if (!listing.ok) return null;
  return listing.data.find(({ id }) => id === messageId.toLowerCase()) ?? (listing.page.next ? null : "gone");
}
