import type { Day } from "#contract/days";
import type { Language } from "#contract/languages";
import type { MailKind } from "#contract/mails";
import type { ReportReason } from "#contract/reports";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

/** What is written about: where it leads, whose tree it is, what hangs on it, and the day from which it is deleted, in words. */
export type About = {
  url: string;
  treeName: string;
  /** Whether today is its opening day still. */
  isOpeningToday: boolean;
  giftCount: number;
  expiresOn: string;
  address: string;
  reason: ReportReason;
  /** Where to appeal; null if `CONTACT_EMAIL` is not set. */
  contactEmail: string | null;
};
export type Words = {
  /** What each kind of mail says. `link` is what stands on the link, where there is one. */
  mails: Record<MailKind, { subject: (about: About) => string; lines: (about: About) => string[]; link?: string }>;
  reasons: Record<ReportReason, string>;
  day: (day: Day) => string;
  /** Below every mail. */
  why: (siteUrl: string) => string;
  /** Below a mail that its reader may do without. */
  settings: (accountUrl: string) => string;
};

export const wordsIn: Record<Language, Words> = { en, ko };
