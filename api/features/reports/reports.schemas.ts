import { z } from "zod";
import { REPORT_DETAILS_MAX } from "#contract/limits";
import { REPORT_REASONS, tidyReportDetails } from "#contract/reports";
import { shareCodeField, textField } from "../../http/input.ts";

export const newReportBody = z
  .strictObject({
    shareCode: shareCodeField,
    reason: z.enum(REPORT_REASONS).meta({ description: "The reason for the report.", examples: ["spam"] }),
    messageId: z
      .string()
      .optional()
      .meta({
        description: "The id of a gift on that tree. If omitted, the tree itself is reported.",
        maxLength: 255,
        examples: ["f907d062-5101-46c4-a2e2-7a80368f625a"],
      }),
    details: textField(tidyReportDetails, {
      description: `What a moderator should know, up to ${REPORT_DETAILS_MAX} characters.`,
      minLength: 1,
      maxLength: REPORT_DETAILS_MAX,
      examples: ["The name of this tree is an insult."],
    }).optional(),
  })
  .meta({ description: "A report of a tree, or of one gift on it." });

/** A sender's report of what the owner replied to them. */
export const replyReportBody = newReportBody.pick({ reason: true, details: true }).strict();

export const ownersReportBody = replyReportBody.extend({ includesText: z.boolean().default(false) });

export type OwnersReport = z.infer<typeof ownersReportBody>;
export type NewReport = z.infer<typeof newReportBody>;

export const reportReceipt = z
  .object({
    id: z.uuid().meta({ description: "The report's id.", examples: ["ce8ca595-cbbe-40db-8391-fae93ca15174"] }),
    status: z.literal("received").meta({ description: "The report was stored and will be reviewed." }),
  })
  .meta({ description: "The receipt of a report." });
