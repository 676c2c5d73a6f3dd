import { tidyText } from "./characters.ts";
import type { Language } from "./languages.ts";
import { HIDDEN_TEXT_MAX } from "./limits.ts";

/** A person with an account. */
export type Owner = {
  /** Opaque. */
  id: string;
  /** Up to 254 characters, in lower case. */
  email: string;
  /** Name for greetings: a single line of up to 30 characters; empty if not given. */
  name: string;
  isEmailConfirmed: boolean;
};

/** Who may create an account: anyone, no one, or only whom the operator creates one for. */
export const SIGN_UPS = ["open", "closed", "invite"] as const;
export type SignUps = (typeof SIGN_UPS)[number];

/** The owner of a session, and whether they are a moderator. */
export type SessionOwner = Owner & { isModerator: boolean };

/**
 * What owners choose once a device is notified: mails about new gifts also if a device was notified of them, and
 * notifications between 22:00 and 8:00 in the tree's time zone, too.
 */
export const DEVICE_CHOICES = ["giftMailsToo", "nightNotifications"] as const;
/**
 * What owners choose: boxes to tick on the account page, and columns of these names. Whether they get a mail when one of
 * their trees opens; mails about new gifts, at most one a day, and a reminder before a tree opens; and `DEVICE_CHOICES`.
 */
export const OWNER_CHOICES = ["openingMails", "giftMails", ...DEVICE_CHOICES] as const;
export type OwnerChoices = Record<(typeof OWNER_CHOICES)[number], boolean>;

/** Returns a value for each choice. */
export const forEachChoice = <Value>(get: (choice: keyof OwnerChoices) => Value) =>
  Object.fromEntries(OWNER_CHOICES.map((choice) => [choice, get(choice)])) as Record<keyof OwnerChoices, Value>;

type OwnerWithChoices = Owner & OwnerChoices;

/** An account as its owner sees it. */
export type Account = OwnerWithChoices & {
  /** The address that a change waits for: its link has not been followed yet. */
  newEmail: string | null;
  /** Language of the mails sent to them. */
  language: Language;
  /** Whether messages whose worst words are mild are accepted and hidden from them, rather than refused. */
  hidesMildWords: boolean;
  /** ISO 8601 timestamp. */
  createdAt: string;
};

/** A session of an owner. */
export type OwnersSession = {
  /** Opaque; does not grant access to the session. */
  id: string;
  /** Browser and operating system from the user agent at sign-in; empty if unknown. */
  device: string;
  /** When it started, and when it was last used: ISO 8601 timestamps. */
  since: string;
  seen: string;
  /** Whether it is the session of the current request. */
  isThis: boolean;
  /** Whether its device is notified of new gifts. */
  isTold: boolean;
};

type AccountPart = "trees" | "gifts" | "messages" | "reports" | "sessions" | "passkeys" | "hidingLists" | ShortLived;
/** Links that were mailed, mails that were waiting, and counts of requests with answers to repeat. */
type ShortLived = "links" | "mails" | "counts";

/** How many of each were deleted with the account. */
export type AccountDeleted = Record<AccountPart, number>;

/**
 * What the page that a mailed link opens says: the address it was sent to, whether its account is signed in, and whether
 * it would make that address the account's.
 */
export type MailedLink = { email: string; isOwn: boolean; isChange: boolean };

/** What an entry of an owner's list hides: gifts whose words contain it, or gifts from senders of that name. */
export const HIDDEN_KINDS = ["words", "sender"] as const;
type HiddenKind = (typeof HIDDEN_KINDS)[number];
/** An entry of an owner's private list of words and senders to hide. */
export type HiddenEntry = { kind: HiddenKind; text: string };

/** Tidies the text of an entry: a single line of 1–40 characters. */
export const tidyHiddenText = (raw: string) => tidyText(raw, { max: HIDDEN_TEXT_MAX, multiline: false });
