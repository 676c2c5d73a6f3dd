import { tidyText } from "./characters.ts";
import { addDays, addYears, type Day } from "./days.ts";
import { OPENING_DAY_MAX_YEARS_AHEAD, THANKS_MAX, TREE_NAME_MAX } from "./limits.ts";
import type { ReportReason } from "./reports.ts";

/** Occasions of a tree (public API reference, section 2). */
export const TREE_TYPES = ["christmas", "birthday", "valentine"] as const;
export type TreeType = (typeof TREE_TYPES)[number];

/**
 * How a tree is drawn: by day or night with the page around it (`classic`, the default), always by night and with lights
 * (`night`), or alone on white (`white`). Its owner chooses; `/v1` does not show it.
 */
export const TREE_LOOKS = ["classic", "night", "white"] as const;
export type TreeLook = (typeof TREE_LOOKS)[number];

/** A tree in `/v1`. */
export type Tree = {
  /** 8 letters and digits, case-sensitive. */
  shareCode: string;
  /** 1–40 characters. */
  name: string;
  /** What the owner's friends call them, 1–30 characters; absent if the owner gave no name. */
  ownerName?: string;
  /** What visitors call the person who prepares the tree, until its owner has claimed it; null on all other trees. */
  organizerName: string | null;
  type: TreeType;
  /** The day the messages open, at 00:00 in `timeZone`. */
  openingDay: Day;
  /** Visible gifts. */
  giftCount: number;
  /** IANA name of the owner's time zone at creation. */
  timeZone: string;
  /** Whether the opening day has begun, by the server's clock. */
  isOpen: boolean;
  /** Whether it takes no gifts now, which are then refused with `tree_paused`: paused by its owner, or their last day is over. */
  isPaused: boolean;
  /** The last day on which it takes gifts, to its end in `timeZone`; null if there is none. */
  takesGiftsUntil: Day | null;
};

/** A tree with all that its picture depends on: what pages draw. */
export type DrawnTree = Tree & { look: TreeLook };

/** A tree as its page shows it. */
export type VisitedTree = DrawnTree & {
  /** Whether a sender's name shows only once the owner has agreed. */
  namesNeedApproval: boolean;
  /** Until when everyone's here (ISO 8601); null if they are not. */
  gathersUntil: string | null;
  /** The owner's thank-you to all visitors, 1–300 characters; null if there is none, as on every closed tree. */
  thanks: string | null;
};

/** A tree as its owner sees it, or its organizer until it is claimed. */
export type OwnersTree = VisitedTree & {
  /** Why a moderator took the thank-you down; then only the owner sees it, and cannot replace it. Null if it is visible. */
  thanksTakenDownFor: ReportReason | null;
  /** Why a moderator took it down; then only the owner sees it. Null if it is visible. */
  takenDownFor: ReportReason | null;
  /** The day, in `timeZone`, from whose start it may be deleted with all its gifts. */
  deletionDay: Day;
  /** Visible gifts that arrived since the owner last saw the tree's page, up to `NEW_COUNT_MAX`; before the claim, all. */
  newCount: number;
  /** Whether there is a link that claims it. */
  hasClaimLink: boolean;
};

/** What the page of a link that claims a tree says. */
export type ClaimableTree = { name: string; ownerName: string; organizerName: string };

/** Paging of an owner's trees: next cursor (null on the last page), maximum trees per page. */
export type TreesPage = { next: string | null; limit: number };

/** Counting new gifts stops here, so that it takes no time however many there are. */
export const NEW_COUNT_MAX = 1000;

/** Tidies a tree's name: a single line of 1–40 characters. */
export const tidyTreeName = (raw: string) => tidyText(raw, { max: TREE_NAME_MAX, multiline: false });

/** Tidies an owner's thank-you: 1–300 characters, with line breaks. */
export const tidyThanks = (raw: string) => tidyText(raw, { max: THANKS_MAX, multiline: true });

/** Whether the text is one of the three types. */
export function isTreeType(text: unknown): text is TreeType {
  return TREE_TYPES.includes(text as TreeType);
}

/** Returns the range of a new opening day, both ends included: from today to two years from now. */
export function openingDayRange(today: Day): { earliest: Day; latest: Day } {
  return { earliest: today, latest: addYears(today, OPENING_DAY_MAX_YEARS_AHEAD) };
}

const occasionDay: Record<TreeType, string | null> = { christmas: "12-25", valentine: "02-14", birthday: null };

/**
 * Returns the default opening day for a type: the next December 25 or February 14, today included.
 * A birthday has no fixed day, so it is a week from today.
 */
export function proposedOpeningDay(type: TreeType, today: Day): Day {
  const monthAndDay = occasionDay[type];
  if (monthAndDay === null) return addDays(today, 7);
  const thisYear = `${today.slice(0, 4)}-${monthAndDay}`;
  return thisYear >= today ? thisYear : addYears(thisYear, 1);
}

/** Whether a day is that of the occasion, in any year; for a birthday, any day may be. */
export const isOnOccasion = (type: TreeType, day: Day): boolean => day.endsWith(occasionDay[type] ?? "");

/** The occasion with a day of its own that comes next. */
export const nextOccasion = (today: Day): TreeType =>
  proposedOpeningDay("christmas", today) < proposedOpeningDay("valentine", today) ? "christmas" : "valentine";
