import type { ApiErrorCode } from "#contract/errors";
import type { MailKind } from "#contract/mails";
import type { Offence } from "../../../packages/word-filter/offence.ts";

/** Why the mail server did not take a mail. */
export const MAIL_FAILURES = ["connection", "sign_in", "sender", "recipient", "message", "other"] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** Responses that are cached: trees, pages of a listing, and what the site's tree page shows. */
export type CacheKind = "trees" | "pages" | "tree_pages";

/** What the API measures. Arguments must never be a share code, an address, a name or a text. */
export type Measures = {
  /** A request was answered. The route is its pattern, or undefined if none matched. */
  answered(request: { method: string; route: string | undefined; status: number; seconds: number }): void;
  refused(reason: ApiErrorCode): void;
  /** The word filter refused a text. */
  wordsRefused(offence: Offence): void;
  cacheLookup(cache: CacheKind, isHit: boolean): void;
  mailSent(kind: MailKind): void;
  mailFailed(cause: MailFailure): void;
  /** A job was set up, which runs once in this many seconds. */
  jobScheduled(job: string, everySeconds: number): void;
  jobSucceeded(job: string): void;
  jobFailed(job: string): void;
};

export const unmeasured: Measures = {
  answered: () => {},
  refused: () => {},
  wordsRefused: () => {},
  cacheLookup: () => {},
  mailSent: () => {},
  mailFailed: () => {},
  jobScheduled: () => {},
  jobSucceeded: () => {},
  jobFailed: () => {},
};
