/** All tables. After a change here, `npm run migrate:generate` creates the migration. */
export { addressKeys, idempotencyKeys, rateCounters } from "./schema/callers.ts";
export { hidingLists, messageKeys, treeKeys } from "./schema/keys.ts";
export { type DigestPart, mailJobs } from "./schema/mail.ts";
export {
  appeals,
  hearsOfQueue,
  isAsUrgentAs,
  isUrgent,
  moderationActs,
  moderators,
  reports,
} from "./schema/moderation.ts";
export { ownerAccounts, ownerLinks, ownerSessions, owners, ownerVerifications, passkeys } from "./schema/owners.ts";
export { pushDevices } from "./schema/push.ts";
export { giftIdempotencyKeys, gifts, messages, type StoredReceipt, trees } from "./schema/trees.ts";
