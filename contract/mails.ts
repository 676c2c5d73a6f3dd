/** Every kind of mail sent to owners. None contains the text of a message. */
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

/** Mails that are not urgent: sent only if no other mail is due. */
export const NEWS_MAILS = ["tree_opens", "tree_expires", "tree_taken_down"] as const satisfies MailKind[];

/** What a mailed link authorizes its holder to do, once. */
export const LINK_PURPOSES = ["confirm_email", "change_email", "reset_password"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];
