/** A bound on how often something may be done within a window of time. */
export type RatePolicy = {
  /** How `RateLimit-Policy` and a refusal's `details` call it. */
  readonly name: string;
  /** Turns within the window. */
  readonly quota: number;
  /** Length of the window. */
  readonly windowSeconds: number;
};

/**
 * Bounds on the public API; an operator may set other quotas. "Per address" counts an IPv6 network of 64 bits as one.
 * 10 messages a minute from one address is the customer's own example (interface, section 8).
 */
export const PUBLIC_RATE_POLICIES = {
  postsPerAddress: { name: "posts-per-address", quota: 10, windowSeconds: 60 },
  postsPerTree: { name: "posts-per-tree", quota: 60, windowSeconds: 60 },
  reportsPerAddress: { name: "reports-per-address", quota: 5, windowSeconds: 60 },
  reportsPerTree: { name: "reports-per-tree", quota: 20, windowSeconds: 3600 },
  /** How many of a tree's reports may come from one address: the rest is left to others. */
  reportsPerTreePerAddress: { name: "reports-per-tree-per-address", quota: 5, windowSeconds: 3600 },
  /** Reports for one of `URGENT_REASONS` have quotas of their own, which no other report uses up. */
  urgentReportsPerAddress: { name: "urgent-reports-per-address", quota: 5, windowSeconds: 60 },
  urgentReportsPerTree: { name: "urgent-reports-per-tree", quota: 20, windowSeconds: 3600 },
  urgentReportsPerTreePerAddress: { name: "urgent-reports-per-tree-per-address", quota: 5, windowSeconds: 3600 },
  /** All requests to `/v1`, counted by each process for itself. */
  requestsPerAddress: { name: "requests-per-address", quota: 300, windowSeconds: 60 },
  /** Well-formed share codes without a tree: what guessing codes looks like. By each process for itself. */
  unknownCodesPerAddress: { name: "unknown-codes-per-address", quota: 30, windowSeconds: 600 },
  /** Texts that the word filter refused; with the last of the quota, the cool-down begins. */
  rejectionsPerAddress: { name: "rejections-per-address", quota: 3, windowSeconds: 600 },
  /** Posting waits for the whole window. */
  coolDownPerAddress: { name: "cool-down-after-rejections", quota: 1, windowSeconds: 600 },
} as const satisfies Record<string, RatePolicy>;

/**
 * Rate limits of owners' accounts. An account is counted by its e-mail address, whether the account exists or not. Strangers
 * cannot use up a quota that an owner depends on: docs/decisions/029-owners-cannot-be-locked-out.md.
 */
export const ACCOUNT_RATE_POLICIES = {
  /** Failed sign-ins from a browser that never signed in to the account before. */
  signInsPerAddress: { name: "sign-ins-per-address", quota: 20, windowSeconds: 900 },
  /** The same from one IPv6 /48: a subscriber may hold 65,536 of the /64 networks that count as one address each. */
  signInsPerNetwork: { name: "sign-ins-per-network", quota: 60, windowSeconds: 900 },
  signInsPerAccount: { name: "sign-ins-per-account", quota: 10, windowSeconds: 900 },
  /** Failed sign-ins from a browser that signed in to that account before. */
  signInsPerDevice: { name: "sign-ins-per-device", quota: 10, windowSeconds: 900 },
  /** Wrong passwords on the account page, where somebody is signed in. */
  passwordsPerSession: { name: "passwords-per-session", quota: 10, windowSeconds: 900 },
  signUpsPerAddress: { name: "sign-ups-per-address", quota: 20, windowSeconds: 900 },
  signUpsPerNetwork: { name: "sign-ups-per-network", quota: 60, windowSeconds: 900 },
  /** Sign-ups whose addresses have plus-tags and lead to one mailbox. Each makes an account that gets mails of its own. */
  tagSignUpsPerMailbox: { name: "tag-sign-ups-per-mailbox", quota: 5, windowSeconds: 86_400 },
  /** Mails. Beyond the quota they are not sent, but the response stays the same. This one is for addresses without a plus-tag. */
  signUpMailsPerMailbox: { name: "sign-up-mails-per-mailbox", quota: 3, windowSeconds: 3600 },
  confirmationMailsPerAccount: { name: "confirmation-mails-per-account", quota: 3, windowSeconds: 3600 },
  /** Plus-tags are ignored: they count as one mailbox. */
  addressMailsPerMailbox: { name: "address-mails-per-mailbox", quota: 3, windowSeconds: 3600 },
  /** The window is half as long as a link works: if no mail is sent, the last link still works for at least half an hour. Starts over once a link is used. */
  resetMailsPerAccount: { name: "reset-mails-per-account", quota: 2, windowSeconds: 1800 },
  /** In place of the two per account where the address has a plus-tag, for each: one mailbox may have several such accounts. */
  linkMailsPerTaggedAddress: { name: "link-mails-per-tagged-address", quota: 1, windowSeconds: 1800 },
  /** Beyond it, each account gets one mail within its window. */
  resetsPerAddress: { name: "resets-per-address", quota: 20, windowSeconds: 900 },
  /** Trees that one owner plants. */
  treesPerOwner: { name: "trees-per-owner", quota: 50, windowSeconds: 3600 },
} as const satisfies Record<string, RatePolicy>;

/** Every bound there is. */
export const RATE_POLICIES = { ...PUBLIC_RATE_POLICIES, ...ACCOUNT_RATE_POLICIES } as const;

export type PublicRatePolicyKey = keyof typeof PUBLIC_RATE_POLICIES;
export type RatePolicyKey = keyof typeof RATE_POLICIES;
export type RatePolicies = Record<RatePolicyKey, RatePolicy>;
