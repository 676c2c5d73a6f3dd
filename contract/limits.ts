/** Every number that bounds something, once. "Characters" are code points after NFC and trimming. */

/** Letters and digits in a share code (customer's interface, section 8). */
export const SHARE_CODE_LENGTH = 8;
/** Characters in a sender's name, at least 1 (customer's interface, section 8). */
export const SENDER_NAME_MAX = 30;
/** Characters in a message, at least 1 (customer's interface, section 8). */
export const MESSAGE_MAX = 500;
/** Characters in a tree's name, at least 1. */
export const TREE_NAME_MAX = 40;
/** Characters in a report's details, at least 1 where they are given. */
export const REPORT_DETAILS_MAX = 1000;
/** Characters in a moderator's note on an act, at least 1 where it is given. */
export const ACT_NOTE_MAX = 500;
/** Combining marks that may follow one another; more are a stack that hides the text around it. */
export const COMBINING_MARKS_MAX = 8;
/** Gifts on one page of a listing: what `limit` takes at most, at least 1. */
export const PAGE_LIMIT_MAX = 200;
/** Gifts on one page of a listing where `limit` is left out. */
export const PAGE_LIMIT_DEFAULT = 100;
/** Gifts that an owner deletes with one request. */
export const GIFTS_DELETED_AT_ONCE_MAX = 100;
/** Bytes in a request's body: 16 KiB. */
export const BODY_MAX_BYTES = 16 * 1024;
/** How far ahead an opening day may lie at creation, in years. */
export const OPENING_DAY_MAX_YEARS_AHEAD = 2;
/** Characters in an owner's password, at least; spaces at its edges count (NIST 800-63B: no composition rules). */
export const PASSWORD_MIN = 10;
/** Characters in an owner's password, at most (NIST 800-63B: long ones allowed). */
export const PASSWORD_MAX = 128;
/** Sessions that one account has at once, each on a browser; where another begins, the oldest ends. */
export const SESSIONS_MAX = 20;
/** Characters in an owner's e-mail address (RFC 5321: 254 fit in a path). */
export const EMAIL_MAX = 254;
/**
 * How long what everybody may see of a tree may come from memory, in milliseconds, in the API and on the site's pages: SPEC, "how
 * fresh an answer is".
 */
export const FRESH_MS = 2000;
/** How long `/v1/status` may take before it answers that something is wrong, in milliseconds. */
export const STATUS_WAIT_MAX_MS = 2000;
/** How long the link in a mail works that confirms an address, in milliseconds: a day. */
export const CONFIRM_LINK_MS = 24 * 60 * 60 * 1000;
/** How long the link in a mail works that lets its reader set a new password, in milliseconds: an hour. */
export const RESET_LINK_MS = 60 * 60 * 1000;
