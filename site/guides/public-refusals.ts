import { REFUSALS, type RefusalReason } from "#contract/errors";

/** Refusals that only the website's own pages meet, at owners' addresses. */
const OWNERS_ONLY: readonly RefusalReason[] = [
  "not_signed_in",
  "invalid_credentials",
  "cross_site_request",
  "tree_already_open",
  "link_expired",
  "session_not_found",
  "too_busy",
];

/** Every way the public API says no, by status. */
export const PUBLIC_REFUSALS = (Object.keys(REFUSALS) as RefusalReason[])
  .filter((code) => !OWNERS_ONLY.includes(code))
  .map((code) => ({ code, ...REFUSALS[code] }))
  .toSorted((a, b) => a.status - b.status);
