import type { Day } from "#contract/days";
import type { MailKind, PushKind, QueueCounts, TreeNews } from "#contract/mails";
import type { ReportReason } from "#contract/reports";

/** The facts a mail may mention: link, tree, number of gifts, and the deletion day in words. */
type About = {
  url: string;
  treeName: string;
  /** Days until the tree opens; 0 if that is today, negative if it was before. */
  daysLeft: number;
  news: TreeNews[];
  queue: QueueCounts;
  giftCount: number;
  /** How long a link to sign in works. */
  linkHours: number;
  expiresOn: string;
  address: string;
  reason: ReportReason;
  /** Where to appeal; null if `CONTACT_EMAIL` is not set. */
  contactEmail: string | null;
};
/** What mails say in a language. */
export type MailWords = {
  /** Subject and lines of each kind of mail; `link` is the text of its link, if it has one. */
  mails: Record<MailKind, { subject: (about: About) => string; lines: (about: About) => string[]; link?: string }>;
  /** Titles of notifications. They show on a lock screen. */
  pushes: Record<PushKind, string>;
  reasons: Record<ReportReason, string>;
  day: (day: Day) => string;
  /** The footer of every mail. */
  why: (siteUrl: string) => string;
  /** The footer of mails that can be switched off. */
  settings: (accountUrl: string) => string;
  /** The footer of mails that one press switches off. */
  unsubscribe: (url: string) => string;
};

/** How many gifts a digest tells of. */
export const sumOf = (news: readonly TreeNews[]): number => news.reduce((sum, { giftCount }) => sum + giftCount, 0);
