import type { Day } from "#contract/days";
import type { MailKind } from "#contract/mails";
import type { ReportReason } from "#contract/reports";

/** The facts a mail may mention: link, tree, number of gifts, and the deletion day in words. */
export type About = {
  url: string;
  treeName: string;
  /** Whether the opening day is today. */
  isOpeningToday: boolean;
  giftCount: number;
  expiresOn: string;
  address: string;
  reason: ReportReason;
  /** Where to appeal; null if `CONTACT_EMAIL` is not set. */
  contactEmail: string | null;
};
export type Words = {
  /** Subject and lines of each kind of mail; `link` is the text of its link, if it has one. */
  mails: Record<MailKind, { subject: (about: About) => string; lines: (about: About) => string[]; link?: string }>;
  reasons: Record<ReportReason, string>;
  day: (day: Day) => string;
  /** The footer of every mail. */
  why: (siteUrl: string) => string;
  /** The footer of mails that can be switched off. */
  settings: (accountUrl: string) => string;
};
