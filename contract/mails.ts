/** Every kind of mail sent to owners. None contains the text of a message. */
export const MAIL_KINDS = [
  "confirm_email",
  "known_email",
  "reset_password",
  "confirm_new_email",
  "email_change_asked",
  "tree_opens",
  "tree_digest",
  "tree_reminder",
  "tree_expires",
  "tree_unclaimed",
  "tree_taken_down",
  "tree_restored",
  "tree_shared_no_more",
  "moderation_queue",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Mails that are not urgent: sent only if no other mail is due. */
export const NEWS_MAILS = [
  "tree_opens",
  "tree_digest",
  "tree_reminder",
  "tree_expires",
  "tree_unclaimed",
  "tree_taken_down",
] as const satisfies MailKind[];

/** Every kind of notification. None has a text, a name or a share code that anybody sees but the device. */
export const PUSH_KINDS = ["push_gifts", "push_opens", "push_opened", "push_replied"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** Mails about gifts, which an owner can switch off together, also by one press in a mail. */
export const GIFT_MAILS = ["tree_digest", "tree_reminder"] as const satisfies MailKind[];

/** What waits for moderators, as a mail tells of it. Reports of `URGENT_REASONS` are among the reports. */
export type QueueCounts = { reports: number; urgent: number; texts: number };

/** New gifts on a tree, as a mail tells of them: names only of senders who show theirs, never a text. */
export type TreeNews = {
  shareCode: string;
  treeName: string;
  giftCount: number;
  /** Up to three, the first to come. */
  names: string[];
  /** How many others left one: those who hide their name count once for each gift. */
  others: number;
};

/** What a mailed link authorizes its holder to do, once. */
export const LINK_PURPOSES = ["confirm_email", "change_email", "reset_password"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];
