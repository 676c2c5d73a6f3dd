import { z } from "zod";
import { tidyReportDetails } from "#contract/messages";
import { REPORT_REASONS } from "#contract/reports";
import { shareCodeField, textField } from "../http/fields.ts";

/** What somebody sends to report a tree, or one message on it. */
export const newReportBody = z.strictObject({
  shareCode: shareCodeField,
  reason: z.enum(REPORT_REASONS),
  messageId: z.string().optional(),
  details: textField(tidyReportDetails).optional(),
});

export type NewReport = z.infer<typeof newReportBody>;
