import { pageCookies } from "../addresses.ts";

// Whoever signs up to claim a tree confirms their address first, by a link in a mail that knows nothing of the tree. A cookie
// leads them back: only the page that confirms gets it.

const COOKIE = /(?:^|; )claim=([0-9A-Za-z]{8})\.([\w-]{43})(?:;|$)/;
const SECONDS = 24 * 60 * 60;

export const claimAddress = (tree: string, key: string): string => `/claim?${new URLSearchParams({ tree, key })}`;

export const rememberClaim = (tree: string, key: string): string[] => cookies(`${tree}.${key}`, SECONDS);

export const forgetClaim = (): string[] => cookies("", 0);

/** Where a claim goes on that waits in this browser. */
export function pendingClaim(cookie: string | null): string | null {
  const [, tree, key] = COOKIE.exec(cookie ?? "") ?? [];
  return tree && key ? claimAddress(tree, key) : null;
}

const cookies = (value: string, seconds: number) => pageCookies("/confirm-email", "claim", value, seconds);
