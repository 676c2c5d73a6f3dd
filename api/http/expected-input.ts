import type { FieldError, FieldErrorReason } from "#contract/errors";
import { GIFTS } from "#contract/gifts";
import { LANGUAGES } from "#contract/languages";
import {
  COMBINING_MARKS_MAX,
  EMAIL_MAX,
  GIFTS_DELETED_AT_ONCE_MAX,
  HIDDEN_ENTRIES_MAX,
  OPENING_DAY_MAX_YEARS_AHEAD,
  PAGE_LIMIT_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SHARE_CODE_LENGTH,
} from "#contract/limits";
import { MODERATION_ACTS } from "#contract/moderation";
import { forEachChoice, HIDDEN_KINDS } from "#contract/owners";
import { REPORT_REASONS } from "#contract/reports";
import { TREE_LOOKS, TREE_TYPES } from "#contract/trees";

/**
 * Describes valid input for a field, in words: `error.details[].expected`. Contains nothing from the request except
 * character counts. Undefined for rate limits, since `Retry-After` says what to do.
 */
export function expectedInput(fieldError: FieldError): string | undefined {
  const { field, reason, max, min, length } = fieldError;
  if (max !== undefined) return `at most ${max} characters${yours(length)}`;
  if (min !== undefined) return `at least ${min} characters${yours(length)}`;
  return BY_REASON[reason] ?? BY_FIELD[field] ?? ANYTHING[reason];
}

const yours = (length: number | undefined) => (length === undefined ? "" : `, yours has ${length}`);
const oneOf = (values: readonly string[]) => `one of ${values.join(", ")}`;
const TEXT = "text with at least one visible character";
const FLAG = "true or false";
const ID = "an id from an earlier response, as a string";

/** By reason, for any field. */
const BY_REASON: Partial<Record<FieldErrorReason, string>> = {
  unknown_field: "nothing: there is no field with this name, so leave it out",
  offensive_words: "other words: the word filter refused some of these",
  forbidden_characters: "text without NUL and without unpaired surrogates",
  too_many_combining_marks: `at most ${COMBINING_MARKS_MAX} accents on one character`,
  too_common: "a password that is hard to guess, such as a few random words",
  wrong_password: "the account's current password",
  already_yours: "an address other than the account's current one",
  in_the_past: "today or a later day, in the tree's time zone",
  too_far_ahead: `a day within the next ${OPENING_DAY_MAX_YEARS_AHEAD} years`,
  not_open_yet: "nothing, until the tree opens: leave it out",
  list_full: `fewer than ${HIDDEN_ENTRIES_MAX} entries: remove one first`,
  damaged: "false: this message can no longer be read",
};

/** What a field accepts, by its name in a body, query or header. */
export const BY_FIELD: Readonly<Record<string, string>> = {
  body: "a JSON object with the fields listed in the API description",
  shareCode: `${SHARE_CODE_LENGTH} letters and digits, such as snWHu9aZ, case-sensitive`,
  senderName: `a line of ${TEXT}`,
  name: `a line of ${TEXT}`,
  treeName: `a line of ${TEXT}`,
  ownerName: `a line of ${TEXT}`,
  organizerName: `a line of ${TEXT}`,
  message: TEXT,
  thanks: `${TEXT}; or null to delete it`,
  line: `a line of ${TEXT}; or leave it out`,
  details: `${TEXT}; or leave it out`,
  note: `${TEXT}; or leave it out`,
  giftAssetId: `a gift's id, such as ${GIFTS.slice(0, 3)
    .map(({ id }) => id)
    .join(", ")}; the gifts guide lists them all`,
  type: oneOf(TREE_TYPES),
  look: oneOf(TREE_LOOKS),
  openingDay: "a real date as YYYY-MM-DD, such as 2026-12-24",
  takesGiftsUntil: "a real date as YYYY-MM-DD, such as 2026-12-24; or null for none",
  timeZone: "an IANA time zone, such as Asia/Seoul",
  reason: oneOf(REPORT_REASONS),
  messageId: ID,
  ids: `1 to ${GIFTS_DELETED_AT_ONCE_MAX} gift ids`,
  show: `up to ${GIFTS_DELETED_AT_ONCE_MAX} gift ids`,
  hide: `up to ${GIFTS_DELETED_AT_ONCE_MAX} gift ids`,
  limit: `a whole number from 1 to ${PAGE_LIMIT_MAX}`,
  cursor: "`page.next` from the previous page",
  "Idempotency-Key": "1 to 255 visible ASCII characters, without spaces",
  email: `an email address of at most ${EMAIL_MAX} characters, such as ada@example.com`,
  password: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  newPassword: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  token: "the token from the link",
  credential: "what the browser's `navigator.credentials` returned, as JSON",
  language: oneOf(LANGUAGES),
  act: oneOf(MODERATION_ACTS),
  undoes: ID,
  seen: "a moment in UTC, as returned with the queue",
  kind: oneOf(HIDDEN_KINDS),
  text: `a line of ${TEXT}`,
  isHidden: FLAG,
  showSenderName: FLAG,
  includesText: FLAG,
  isPaused: FLAG,
  isOn: FLAG,
  namesNeedApproval: FLAG,
  rememberMe: FLAG,
  ...forEachChoice(() => FLAG),
  hidesMildWords: FLAG,
};

/** For fields that are not listed above. */
const ANYTHING: Partial<Record<FieldErrorReason, string>> = {
  required: "a value",
  wrong_type: "a value of the type in the API description",
  malformed: "a value in the format in the API description",
  not_one_of_the_values: "one of the values in the API description",
  too_small: "a larger number",
  too_large: "a smaller number",
  too_long: "fewer characters",
  too_short: "more characters",
};
