/** A limit on how often something may be done within a time window. */
export type RatePolicy = {
  /** Name in `RateLimit-Policy` and in the `details` of an error. */
  readonly name: string;
  /** Requests allowed within the window. */
  readonly quota: number;
  /** Length of the window, in seconds. */
  readonly windowSeconds: number;
};

/** How long a gathering lasts. */
export const GATHERING_SECONDS = 2 * 60 * 60;

/**
 * Rate limits of the public API; operators can override the quotas. "Per address" counts an IPv6 /64 network as one.
 * 10 messages a minute per address is the example in the public API reference, section 8.
 */
export const PUBLIC_RATE_POLICIES = {
  postsPerAddress: { name: "posts-per-address", quota: 10, windowSeconds: 60 },
  postsPerTree: { name: "posts-per-tree", quota: 60, windowSeconds: 60 },
  reportsPerAddress: { name: "reports-per-address", quota: 5, windowSeconds: 60 },
  reportsPerTree: { name: "reports-per-tree", quota: 20, windowSeconds: 3600 },
  /** Reports of one tree from one address, so that a single address cannot use up the tree's quota. */
  reportsPerTreePerAddress: { name: "reports-per-tree-per-address", quota: 5, windowSeconds: 3600 },
  /** Separate quotas for `URGENT_REASONS`, so that other reports cannot use them up. */
  urgentReportsPerAddress: { name: "urgent-reports-per-address", quota: 5, windowSeconds: 60 },
  urgentReportsPerTree: { name: "urgent-reports-per-tree", quota: 20, windowSeconds: 3600 },
  urgentReportsPerTreePerAddress: { name: "urgent-reports-per-tree-per-address", quota: 5, windowSeconds: 3600 },
  /** All requests to `/v1`, and apart from them looks at mailed links, uses of them, and requests for one. By process. */
  requestsPerAddress: { name: "requests-per-address", quota: 300, windowSeconds: 60 },
  /** Well-formed share codes without a tree, a sign of someone guessing codes. Counted per process. */
  unknownCodesPerAddress: { name: "unknown-codes-per-address", quota: 30, windowSeconds: 600 },
  /** Texts refused by the word filter; using up the quota starts the cool-down. */
  rejectionsPerAddress: { name: "rejections-per-address", quota: 3, windowSeconds: 600 },
  /** Blocks posting for the whole window. */
  coolDownPerAddress: { name: "cool-down-after-rejections", quota: 1, windowSeconds: 600 },
} as const satisfies Record<string, RatePolicy>;

/**
 * Rate limits of owners' accounts. Accounts are counted by e-mail address, whether or not the account exists. Other
 * people cannot use up a quota that an owner depends on: docs/decisions/029-owners-cannot-be-locked-out.md.
 */
export const ACCOUNT_RATE_POLICIES = {
  /** Failed sign-ins from a browser that never signed in to the account before. */
  signInsPerAddress: { name: "sign-ins-per-address", quota: 20, windowSeconds: 900 },
  /** The same per IPv6 /48: a subscriber may hold 65,536 of the /64 networks that count as one address each. */
  signInsPerNetwork: { name: "sign-ins-per-network", quota: 60, windowSeconds: 900 },
  signInsPerAccount: { name: "sign-ins-per-account", quota: 10, windowSeconds: 900 },
  /** Failed sign-ins from a browser that signed in to that account before. */
  signInsPerDevice: { name: "sign-ins-per-device", quota: 10, windowSeconds: 900 },
  /** Wrong passwords on the account page, while signed in. */
  passwordsPerSession: { name: "passwords-per-session", quota: 10, windowSeconds: 900 },
  /** A classroom signs up together. */
  signUpsPerAddress: { name: "sign-ups-per-address", quota: 30, windowSeconds: 900 },
  signUpsPerNetwork: { name: "sign-ups-per-network", quota: 60, windowSeconds: 900 },
  /** Changes of address that an account asks for: each sends a mail to both addresses. */
  addressChangesPerAccount: { name: "address-changes-per-account", quota: 3, windowSeconds: 3600 },
  // Mails: beyond these quotas none is sent, but the response is the same, and earlier links stay valid.
  /**
   * Links to sign in, or to confirm the address, that an account asks for. The window is half a sign-in link's lifetime:
   * if no mail is sent, the last link still works for at least half an hour. Resets once a link is used.
   */
  linkMailsPerAccount: { name: "link-mails-per-account", quota: 1, windowSeconds: 1800 },
  /**
   * Mails to a mailbox whose reader has never confirmed an account, whatever tags and dots the addresses have. Links to
   * sign in that go to the mailbox's own address are counted apart, so there are at most six.
   */
  mailsPerUnconfirmedMailbox: { name: "mails-per-unconfirmed-mailbox", quota: 3, windowSeconds: 86_400 },
  /** Different mailboxes that somebody asks mails for. Beyond it, only confirmed accounts get theirs. */
  mailboxesPerAddress: { name: "mailboxes-per-address", quota: 30, windowSeconds: 3600 },
  /** Trees that one owner creates. */
  treesPerOwner: { name: "trees-per-owner", quota: 50, windowSeconds: 3600 },
  /** New names and looks of one owner's trees: each makes new pictures. */
  renamesPerOwner: { name: "renames-per-owner", quota: 30, windowSeconds: 600 },
} as const satisfies Record<string, RatePolicy>;

/** Rate limits of the site's own pages. Both are counted per process. */
export const SITE_RATE_POLICIES = {
  /** Pages that are made for one visitor, so that no cache has them. */
  pagesPerAddress: { name: "pages-per-address", quota: 120, windowSeconds: 60 },
  /** All requests to the routes of owners. */
  requestsPerOwner: { name: "requests-per-owner", quota: 300, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>;

/** Rate limits of reports that a text was refused by mistake. */
export const APPEAL_RATE_POLICIES = {
  /** Refusals reported as a mistake. */
  appealsPerAddress: { name: "appeals-per-address", quota: 10, windowSeconds: 3600 },
  /** The same per IPv6 /48, which a subscriber may hold, or a carrier's customers share. */
  appealsPerNetwork: { name: "appeals-per-network", quota: 60, windowSeconds: 3600 },
  /** From all addresses, so that a sender with many cannot fill the moderators' page. */
  appealsPerService: { name: "appeals-per-service", quota: 100, windowSeconds: 3600 },
} as const satisfies Record<string, RatePolicy>;

/** Rate limits of gatherings, in which a tree takes a class' gifts from one address. Their quotas are fixed. */
export const GATHERING_RATE_POLICIES = {
  /** One tree at a time: longer than a gathering by more than a slot, so that the next begins after it. */
  gatheringNowPerOwner: { name: "gathering-now-per-owner", quota: 1, windowSeconds: GATHERING_SECONDS + 180 },
  gatheringsPerOwner: { name: "gatherings-per-owner", quota: 4, windowSeconds: 7 * 86_400 },
  /** Gifts from one address in gatherings, on whatever trees: some of each tree's quota stay for others. */
  postsPerGatheringAddress: { name: "posts-per-gathering-address", quota: 45, windowSeconds: 60 },
  /**
   * Texts refused on a gathering's tree from one address, in browsers without a cookie: all thirty friends may err once,
   * and get a cookie each. The next begins the pause.
   */
  rejectionsPerGathering: { name: "rejections-per-gathering", quota: 31, windowSeconds: 600 },
} as const satisfies Record<string, RatePolicy>;

/** All rate limits. */
export const RATE_POLICIES = {
  ...PUBLIC_RATE_POLICIES,
  ...ACCOUNT_RATE_POLICIES,
  ...SITE_RATE_POLICIES,
  ...APPEAL_RATE_POLICIES,
  ...GATHERING_RATE_POLICIES,
  /** Devices to notify. A classroom asks together. */
  devicesPerAddress: { name: "devices-per-address", quota: 60, windowSeconds: 3600 },
  /** Refusals of the same text that count towards `rejectionsPerAddress`. It refuses nothing itself. */
  rejectionsPerBody: { name: "rejections-per-body", quota: 1, windowSeconds: 60 },
} as const;

export type PublicRatePolicyKey = keyof typeof PUBLIC_RATE_POLICIES;
export type RatePolicyKey = keyof typeof RATE_POLICIES;
export type RatePolicies = Record<RatePolicyKey, RatePolicy>;
