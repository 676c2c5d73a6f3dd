import { tidyText } from "./characters.ts";
import { addDays, addYears, type Day } from "./days.ts";
import { OPENING_DAY_MAX_YEARS_AHEAD, TREE_NAME_MAX } from "./limits.ts";
import type { ReportReason } from "./reports.ts";

/** What a tree celebrates (customer's interface, section 2). */
export const TREE_TYPES = ["christmas", "birthday", "valentine"] as const;
export type TreeType = (typeof TREE_TYPES)[number];

/** A tree as `/v1` shows it. */
export type Tree = {
  /** 8 letters and digits, case-sensitive. */
  shareCode: string;
  /** 1–40 characters. */
  name: string;
  type: TreeType;
  /** The day the messages open, at 00:00 in `timeZone`. */
  openingDay: Day;
  /** Gifts that are visible. */
  giftCount: number;
  /** IANA name, the owner's at creation. */
  timeZone: string;
  /** Whether the opening day has begun, by the server's clock. */
  isOpen: boolean;
  /** Whether its owner has paused new gifts: they are then refused with `tree_paused`. */
  isPaused: boolean;
};

/** A tree as its owner sees it. */
export type OwnersTree = Tree & {
  /** Why a moderator took it down: then nobody but the owner sees it. Null where it can be seen. */
  takenDownFor: ReportReason | null;
  /** The day from whose beginning on, in `timeZone`, it may be deleted with all that hangs on it. */
  deletionDay: Day;
};

/** A tree's name: one line of 1–40 characters. */
export const tidyTreeName = (raw: string) => tidyText(raw, { max: TREE_NAME_MAX, multiline: false });

/** Whether the text is one of the three types. */
export function isTreeType(text: unknown): text is TreeType {
  return TREE_TYPES.includes(text as TreeType);
}

/** The days between which a new opening day may lie, both included: from today to two years ahead. */
export function openingDayRange(today: Day): { earliest: Day; latest: Day } {
  return { earliest: today, latest: addYears(today, OPENING_DAY_MAX_YEARS_AHEAD) };
}

const occasionDay: Record<TreeType, string | null> = { christmas: "12-25", valentine: "02-14", birthday: null };

/**
 * The opening day proposed for a type: the next 25 December or 14 February, today included.
 * A birthday has no fixed day, so it gets a week from today.
 */
export function proposedOpeningDay(type: TreeType, today: Day): Day {
  const monthAndDay = occasionDay[type];
  if (monthAndDay === null) return addDays(today, 7);
  const thisYear = `${today.slice(0, 4)}-${monthAndDay}`;
  return thisYear >= today ? thisYear : addYears(thisYear, 1);
}
