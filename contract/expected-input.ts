import type { FaultReason, FieldFault } from "./errors.ts";
import { GIFTS } from "./gifts.ts";
import { LANGUAGES } from "./languages.ts";
import {
  COMBINING_MARKS_MAX,
  EMAIL_MAX,
  GIFTS_DELETED_AT_ONCE_MAX,
  OPENING_DAY_MAX_YEARS_AHEAD,
  PAGE_LIMIT_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SHARE_CODE_LENGTH,
} from "./limits.ts";
import { MODERATION_ACTS } from "./moderation.ts";
import { REPORT_REASONS } from "./reports.ts";
import { TREE_TYPES } from "./trees.ts";

/**
 * What good input looks like, in words: `error.details[].expected`. Says numbers of characters, and repeats nothing of what was
 * sent. Undefined for a limit: `Retry-After` says what to do.
 */
export function expectedInput(fault: FieldFault): string | undefined {
  const { field, reason, max, min, length } = fault;
  if (max !== undefined) return `at most ${max} characters${yours(length)}`;
  if (min !== undefined) return `at least ${min} characters${yours(length)}`;
  return BY_REASON[reason] ?? BY_FIELD[field] ?? ANYTHING[reason];
}

const yours = (length: number | undefined) => (length === undefined ? "" : `, yours has ${length}`);
const oneOf = (values: readonly string[]) => `one of ${values.join(", ")}`;
const TEXT = "text with at least one character that shows";
const FLAG = "true or false";
const ID = "an id as the service gave it, as text";

/** What is the same for every field. */
const BY_REASON: Partial<Record<FaultReason, string>> = {
  unknown_field: "nothing: there is no such field, so leave it out",
  offensive_words: "other words: the word filter refused some of these",
  forbidden_characters: "text without NUL and without half of a surrogate pair",
  too_many_combining_marks: `at most ${COMBINING_MARKS_MAX} accents on one character`,
  too_common: "a password that few people use, such as a few words in a row",
  wrong_password: "the account's present password",
  in_the_past: "today or a later day, in the tree's time zone",
  too_far_ahead: `a day within the next ${OPENING_DAY_MAX_YEARS_AHEAD} years`,
  not_open_yet: "false, until the tree opens",
  damaged: "false: this text cannot be read any more",
};

/** What a field takes, by its name in a body, a query or a header. */
export const BY_FIELD: Readonly<Record<string, string>> = {
  body: "one JSON object with the fields that the description lists",
  shareCode: `${SHARE_CODE_LENGTH} letters and digits, such as snWHu9aZ; letter case counts`,
  senderName: `a line of ${TEXT}`,
  name: `a line of ${TEXT}`,
  message: TEXT,
  details: `${TEXT}; leave it out where there is nothing to say`,
  note: `${TEXT}; leave it out where there is nothing to say`,
  giftAssetId: `a gift's id, such as ${GIFTS.slice(0, 3)
    .map(({ id }) => id)
    .join(", ")}; the guide to gifts lists them all`,
  type: oneOf(TREE_TYPES),
  openingDay: "a day that exists, as YYYY-MM-DD, such as 2026-12-24",
  timeZone: "an IANA time zone, such as Asia/Seoul",
  reason: oneOf(REPORT_REASONS),
  messageId: ID,
  ids: `1 to ${GIFTS_DELETED_AT_ONCE_MAX} gifts' ids`,
  limit: `a whole number from 1 to ${PAGE_LIMIT_MAX}`,
  cursor: "`page.next` of the page before",
  "Idempotency-Key": "1 to 255 visible ASCII characters, without spaces",
  email: `an e-mail address of at most ${EMAIL_MAX} characters, such as ada@example.com`,
  password: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  newPassword: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  token: "the token of the link that was mailed",
  language: oneOf(LANGUAGES),
  act: oneOf(MODERATION_ACTS),
  undoes: ID,
  seen: "a moment in UTC, as the queue gave it",
  showSenderName: FLAG,
  includesText: FLAG,
  isPaused: FLAG,
  rememberMe: FLAG,
  openingMails: FLAG,
};

/** Where a field is not known here. */
const ANYTHING: Partial<Record<FaultReason, string>> = {
  required: "a value",
  wrong_type: "a value of the type that the description names",
  malformed: "a value in the form that the description names",
  not_one_of_the_values: "one of the values that the description lists",
  too_small: "a larger number",
  too_large: "a smaller number",
  too_long: "fewer characters",
  too_short: "more characters",
};
