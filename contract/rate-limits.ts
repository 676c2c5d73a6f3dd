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
 * The service's own bounds; an operator may set other quotas. "Per address" counts an IPv6 network of 64 bits as one.
 * 10 messages a minute from one address is the customer's own example (interface, section 8).
 */
export const RATE_POLICIES = {
  postsPerAddress: { name: "posts-per-address", quota: 10, windowSeconds: 60 },
  postsPerTree: { name: "posts-per-tree", quota: 60, windowSeconds: 60 },
  reportsPerAddress: { name: "reports-per-address", quota: 5, windowSeconds: 60 },
  reportsPerTree: { name: "reports-per-tree", quota: 20, windowSeconds: 3600 },
  /** All requests to `/v1`, counted by each process for itself. */
  requestsPerAddress: { name: "requests-per-address", quota: 300, windowSeconds: 60 },
  /** Well-formed share codes without a tree: what guessing codes looks like. By each process for itself. */
  unknownCodesPerAddress: { name: "unknown-codes-per-address", quota: 30, windowSeconds: 600 },
  /** Texts that the word filter refused; with the last of the quota, the cool-down begins. */
  rejectionsPerAddress: { name: "rejections-per-address", quota: 3, windowSeconds: 600 },
  /** Posting waits for the whole window. */
  coolDownPerAddress: { name: "cool-down-after-rejections", quota: 1, windowSeconds: 600 },
} as const satisfies Record<string, RatePolicy>;

export type RatePolicyKey = keyof typeof RATE_POLICIES;
export type RatePolicies = Record<RatePolicyKey, RatePolicy>;
