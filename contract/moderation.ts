import { REPORT_REASONS, type ReportReason } from "./reports.ts";

/** What a moderator may do. An undo puts everything back as it was before the act that it names. */
export const MODERATION_ACTS = ["dismiss", "take_down_gift", "take_down_tree", "undo"] as const;
export type ModerationAct = (typeof MODERATION_ACTS)[number];

/** Why reports are dismissed. */
export const DISMISS_REASONS = ["no_rule_broken", "cannot_tell", "false_report"] as const;
/** Why an act is undone. */
export const UNDO_REASONS = ["mistake", "owner_objected", "mended"] as const;

/** Why a moderator does what they do; what is taken down breaks one of the rules that people report by. */
export const ACT_REASONS = {
  dismiss: DISMISS_REASONS,
  take_down_gift: REPORT_REASONS,
  take_down_tree: REPORT_REASONS,
  undo: UNDO_REASONS,
} as const satisfies Record<ModerationAct, readonly string[]>;
export type ActReason = (typeof ACT_REASONS)[ModerationAct][number];

/** Reports for these reasons are looked at ahead of all others: somebody may be in danger. */
export const URGENT_REASONS: readonly ReportReason[] = ["self_harm", "threat"];
