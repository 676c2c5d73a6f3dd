import { tidyText } from "./characters.ts";
import type { Day } from "./days.ts";
import { ACT_NOTE_MAX } from "./limits.ts";
import { REPORT_REASONS, type ReportReason } from "./reports.ts";
import type { TreeType } from "./trees.ts";

/** What a moderator may do. An undo puts everything back as it was before the act that it names. */
export const MODERATION_ACTS = ["dismiss", "take_down_gift", "take_down_tree", "undo"] as const;
export type ModerationAct = (typeof MODERATION_ACTS)[number];

/** Why reports are dismissed. */
const DISMISS_REASONS = ["no_rule_broken", "cannot_tell", "false_report"] as const;
/** Why an act is undone. */
const UNDO_REASONS = ["mistake", "owner_objected", "mended"] as const;

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

/** A report that waits, as moderators see it. */
export type WaitingReport = {
  id: string;
  reason: ReportReason;
  /** What the reporter wrote, 1–1,000 characters; null where they wrote nothing. */
  details: string | null;
  /** A moment, ISO 8601. */
  createdAt: string;
  /** Whether the tree's owner reported it, and not a visitor. */
  isOwners: boolean;
  /** The message's text, where its owner chose to show it with their report; otherwise nobody here can read it. */
  text: string | null;
};

/** What is reported and waits for a decision: a tree, or one gift on it. */
export type QueueEntry = {
  shareCode: string;
  treeName: string;
  treeType: TreeType;
  treeTakenDownFor: ReportReason | null;
  /** Null where the tree itself is reported. `senderName` is there only where the sender chose to show it. */
  gift: {
    id: string;
    giftAssetId: string;
    senderName: string | null;
    createdAt: Day;
    takenDownFor: ReportReason | null;
  } | null;
  isUrgent: boolean;
  /** Whether this moderator owns the tree: then another one has to decide. */
  isOwn: boolean;
  /** The oldest and the newest report, as moments. */
  oldest: string;
  newest: string;
  /** How many reports wait, by their reason. */
  counts: Partial<Record<ReportReason, number>>;
  /** Owners' and urgent ones first, then the oldest; of very many, so many as are read. */
  reports: WaitingReport[];
};

/** An act as it stands in the history. Tree and gift are told apart by codes; their names are there as long as they are. */
export type DoneAct = {
  id: string;
  act: ModerationAct;
  reason: ActReason;
  /** 1–500 characters; null where there is none. */
  note: string | null;
  /** A moment, ISO 8601. */
  actedAt: string;
  /** The moderator's e-mail; null where the account is gone. */
  moderator: string | null;
  shareCode: string;
  treeName: string | null;
  messageId: string | null;
  giftAssetId: string | null;
  isUndone: boolean;
  canUndo: boolean;
};

/** Where a page of the queue lies: the next one's cursor, how many targets wait in all, and how many reports by reason. */
export type QueuePage = {
  next: string | null;
  limit: number;
  targets: number;
  counts: Partial<Record<ReportReason, number>>;
};

/** A moderator's note on an act: 1–500 characters, line breaks kept. */
export const tidyActNote = (raw: string) => tidyText(raw, { max: ACT_NOTE_MAX, multiline: true });
