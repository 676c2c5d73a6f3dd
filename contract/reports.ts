import { tidyText } from "./characters.ts";
import { REPORT_DETAILS_MAX } from "./limits.ts";

/** Reasons for reporting a tree or a message. */
export const REPORT_REASONS = [
  "spam",
  "harassment",
  "hate",
  "sexual",
  "threat",
  "self_harm",
  "private_information",
  "impersonation",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Tidies a report's details: 1–1,000 characters, with line breaks. */
export const tidyReportDetails = (raw: string) => tidyText(raw, { max: REPORT_DETAILS_MAX, multiline: true });
