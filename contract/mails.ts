/** What the service writes to owners about. Never a message's text. */
export const MAIL_KINDS = [
  "confirm_email",
  "known_email",
  "reset_password",
  "confirm_new_email",
  "email_change_asked",
  "tree_opens",
  "tree_expires",
  "tree_taken_down",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Those that nobody sits and waits for: they go when no other is due. */
export const NEWS_MAILS = ["tree_opens", "tree_expires", "tree_taken_down"] as const satisfies MailKind[];

/** What a link in a mail lets its holder do, once. */
export const LINK_PURPOSES = ["confirm_email", "change_email", "reset_password"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];
