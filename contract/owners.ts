import type { Language } from "./languages.ts";

/** Somebody who has an account. */
export type Owner = {
  /** Opaque. */
  id: string;
  /** Up to 254 characters, in small letters. */
  email: string;
  /** How to greet them: one line of up to 30 characters; empty where they gave none. */
  name: string;
  isEmailConfirmed: boolean;
};

/** Whose session it is, and whether they moderate. */
export type SessionOwner = Owner & { isModerator: boolean };

/** An account as its owner sees it. */
export type Account = Owner & {
  /** What mails to them are written in. */
  language: Language;
  /** Whether a mail tells them that a tree of theirs opens. */
  openingMails: boolean;
  /** A moment, ISO 8601. */
  createdAt: string;
};

/** One of an owner's sessions. */
export type OwnersSession = {
  /** Opaque, and no key to the session. */
  id: string;
  /** Browser and system as they called themselves at signing in; empty where they said nothing known. */
  device: string;
  /** When it began, and when it was last seen: moments, ISO 8601. */
  since: string;
  seen: string;
  /** Whether it is the one that asks. */
  isThis: boolean;
};

/** What was an owner's and went with the account: how many of each. */
export type AccountDeleted = { trees: number; gifts: number; messages: number; sessions: number };
