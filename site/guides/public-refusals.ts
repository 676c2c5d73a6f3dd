import { REFUSALS, type RefusalReason } from "#contract/errors";

/** Refusals that only the website's own pages meet, at owners' and moderators' addresses. */
const PAGES_ONLY: readonly RefusalReason[] = [
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
export const PUBLIC_REFUSALS = (Object.keys(REFUSALS) as RefusalReason[])
  .filter((code) => !PAGES_ONLY.includes(code))
  .map((code) => ({ code, ...REFUSALS[code] }))
  .toSorted((a, b) => a.status - b.status);
