/** Every size and time limit, defined once. "Characters" are code points after NFC and trimming. */

/** Letters and digits in a share code (public API reference, section 8). */
export const SHARE_CODE_LENGTH = 8;
/** Maximum characters in a sender's name; minimum 1 (public API reference, section 8). */
export const SENDER_NAME_MAX = 30;
/** Maximum characters in a message; minimum 1 (public API reference, section 8). */
export const MESSAGE_MAX = 500;
/** Maximum characters in a tree's name; minimum 1. */
export const TREE_NAME_MAX = 40;
/** Maximum characters in an owner's thank-you to all visitors of an opened tree; minimum 1. */
export const THANKS_MAX = 300;
/** Maximum characters in the line with a heart that an owner sends back to a gift's sender; it is optional. */
export const REPLY_MAX = 100;
/** Maximum entries in an owner's list of words and senders to hide. */
export const HIDDEN_ENTRIES_MAX = 100;
/** Maximum characters in such an entry; minimum 1. */
export const HIDDEN_TEXT_MAX = 40;
/** Maximum characters in a report's details, which are optional; minimum 1. */
export const REPORT_DETAILS_MAX = 1000;
/** Maximum characters in a moderator's note on an act, which is optional; minimum 1. */
export const ACT_NOTE_MAX = 500;
/** Maximum combining marks in a row; a higher stack hides the text around it. */
export const COMBINING_MARKS_MAX = 8;
/** Maximum of `limit`, the number of gifts on a page of a listing; minimum 1. */
export const PAGE_LIMIT_MAX = 200;
/** Gifts on a page of a listing if `limit` is omitted. */
export const PAGE_LIMIT_DEFAULT = 100;
/** Maximum gifts that an owner can delete with one request. */
export const GIFTS_DELETED_AT_ONCE_MAX = 100;
/** Maximum bytes in a request body: 16 KiB. */
export const BODY_MAX_BYTES = 16 * 1024;
/** Maximum years from creation to the opening day. */
export const OPENING_DAY_MAX_YEARS_AHEAD = 2;
/** Minimum characters in an owner's password, including spaces at its edges (NIST 800-63B: no composition rules). */
export const PASSWORD_MIN = 10;
/** Maximum characters in an owner's password (NIST 800-63B: allow long ones). */
export const PASSWORD_MAX = 128;
/** Maximum concurrent sessions of an account; a new one ends the oldest. */
export const SESSIONS_MAX = 20;
/** Maximum passkeys of an account. */
export const PASSKEYS_MAX = 10;
/** How long a challenge for a passkey may be answered, in milliseconds: five minutes. */
export const PASSKEY_CHALLENGE_MS = 5 * 60 * 1000;
/** Maximum characters in an owner's e-mail address (RFC 5321: 254 fit in a path). */
export const EMAIL_MAX = 254;
/**
 * How long public data of a tree may be served from cache, in milliseconds, by the API and the site's pages
 * (docs/decisions/032).
 */
export const FRESH_MS = 2000;
/** Maximum time that a device remembers a gift left from it, to offer taking it back, in milliseconds: 90 days. */
export const LEFT_GIFT_REMEMBERED_MS = 90 * 24 * 60 * 60 * 1000;
/** Timeout for `/v1/status`, in milliseconds, before it reports a failure. */
export const STATUS_WAIT_MAX_MS = 2000;
/** Lifetime of a mailed link that confirms an address, in milliseconds: one day. */
export const CONFIRM_LINK_MS = 24 * 60 * 60 * 1000;
/** Lifetime of a mailed link that signs in or sets a new password at a confirmed address, in milliseconds: one hour. */
export const RESET_LINK_MS = 60 * 60 * 1000;
