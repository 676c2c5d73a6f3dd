import { tidyText } from "./characters.ts";
import type { Day } from "./days.ts";
import { ACT_NOTE_MAX } from "./limits.ts";
import { REPORT_REASONS, type ReportReason } from "./reports.ts";
import type { TreeType } from "./trees.ts";

/** What a moderator can do. An undo restores everything to the state before the act that it names. */
export const MODERATION_ACTS = ["dismiss", "take_down_gift", "take_down_thanks", "take_down_tree", "undo"] as const;
export type ModerationAct = (typeof MODERATION_ACTS)[number];
/** What only the site's operator can do, on the command line. It cannot be undone. */
const OPERATOR_ACTS = ["delete_tree", "delete_account"] as const;
export const RECORDED_ACTS = [...MODERATION_ACTS, ...OPERATOR_ACTS] as const;
export type RecordedAct = (typeof RECORDED_ACTS)[number];

/** Reasons for dismissing reports. */
const DISMISS_REASONS = ["no_rule_broken", "cannot_tell", "false_report"] as const;
/** Reasons for undoing an act. */
const UNDO_REASONS = ["mistake", "owner_objected", "mended"] as const;

/** Reasons for deleting a tree or an account: those of reports, or the person concerned asked for it. */
const DELETE_REASONS = [...REPORT_REASONS, "requested"] as const;

/** Allowed reasons for each act. A takedown uses the same reasons as reports. */
export const ACT_REASONS = {
  dismiss: DISMISS_REASONS,
  take_down_gift: REPORT_REASONS,
  take_down_thanks: REPORT_REASONS,
  take_down_tree: REPORT_REASONS,
  undo: UNDO_REASONS,
  delete_tree: DELETE_REASONS,
  delete_account: DELETE_REASONS,
} as const satisfies Record<RecordedAct, readonly string[]>;
export type ActReason = (typeof ACT_REASONS)[RecordedAct][number];

/** Reports with these reasons are listed first: someone may be in danger. */
export const URGENT_REASONS: readonly ReportReason[] = ["self_harm", "threat"];

/** A pending report, as moderators see it. */
export type WaitingReport = {
  id: string;
  reason: ReportReason;
  /** The reporter's text, 1–1,000 characters; null if there is none. */
  details: string | null;
  /** ISO 8601 timestamp. */
  createdAt: string;
  /** Whether the tree's owner reported it, rather than a visitor. */
  isOwners: boolean;
  /**
   * The message's text, if the owner included it in the report, or what the owner replied, in its sender's report;
   * otherwise moderators cannot read them.
   */
  text: string | null;
};

/** A reported tree, or a reported gift on it, that awaits a decision. */
export type QueueEntry = {
  shareCode: string;
  treeName: string;
  /** What the owner's friends call them; null if the owner gave no name. */
  ownerName: string | null;
  /** Who prepares the tree for its owner, in their own words; null if nobody does. */
  organizerName: string | null;
  treeType: TreeType;
  treeTakenDownFor: ReportReason | null;
  /** The owner's thank-you that visitors see, 1–300 characters; null if there is none. */
  thanks: string | null;
  /** Null if the tree itself is reported. `senderName` is set only if the sender chose to show it. */
  gift: {
    id: string;
    giftAssetId: string;
    senderName: string | null;
    createdAt: Day;
    takenDownFor: ReportReason | null;
  } | null;
  isUrgent: boolean;
  /** Whether this moderator owns the tree; then another moderator has to decide. */
  isOwn: boolean;
  /** When the oldest and the newest report were made: ISO 8601 timestamps. */
  oldest: string;
  newest: string;
  /** Pending reports by reason. */
  counts: Partial<Record<ReportReason, number>>;
  /** Owners' and urgent reports first, then the oldest. Truncated if there are very many. */
  reports: WaitingReport[];
};

/** An act in the history. Codes identify the tree and the gift; their names are present until they are deleted. */
export type DoneAct = {
  id: string;
  act: RecordedAct;
  reason: ActReason;
  /** 1–500 characters; null if there is none. */
  note: string | null;
  /** ISO 8601 timestamp. */
  actedAt: string;
  /** The moderator's e-mail; null if the account was deleted, or if it was the operator. */
  moderator: string | null;
  isOperators: boolean;
  /** Null if an account was deleted: nothing that names it is stored. */
  shareCode: string | null;
  treeName: string | null;
  messageId: string | null;
  giftAssetId: string | null;
  isUndone: boolean;
  canUndo: boolean;
};

/** Paging of the moderation queue: next cursor, targets awaiting a decision in total, and reports by reason. */
export type QueuePage = {
  next: string | null;
  limit: number;
  targets: number;
  counts: Partial<Record<ReportReason, number>>;
};

/** Whether a moderator is mailed while something waits. */
export type ModeratorMails = { isOn: boolean };

/** Tidies a moderator's note on an act: 1–500 characters, with line breaks. */
export const tidyActNote = (raw: string) => tidyText(raw, { max: ACT_NOTE_MAX, multiline: true });
