import { API_ERRORS, type ApiErrorCode } from "#contract/errors";

/** Refusals that only the website's own pages meet, at owners' and moderators' addresses. */
const PAGES_ONLY: readonly ApiErrorCode[] = [
  "not_signed_in",
  "invalid_credentials",
  "cross_site_request",
  "tree_already_open",
  "link_expired",
  "session_not_found",
  "too_busy",
  "act_not_found",
  "already_decided",
  "own_tree",
];

/** Every way the public API says no, by status. */
export const PUBLIC_ERRORS = (Object.keys(API_ERRORS) as ApiErrorCode[])
  .filter((code) => !PAGES_ONLY.includes(code))
  .map((code) => ({ code, ...API_ERRORS[code] }))
  .toSorted((a, b) => a.status - b.status);
