import type { Owner } from "#contract/owners";
import { pageCookies } from "../addresses.ts";

// Whoever signs up to claim a tree confirms their address first, by a link in a mail that knows nothing of the tree. A cookie
// leads them back: only the page that confirms gets it, and leads nobody else who uses the same browser.

const COOKIE = /(?:^|; )claim=([0-9A-Za-z]{8})\.([\w-]{43})\.([\w-]{36})(?:;|$)/;
const SECONDS = 24 * 60 * 60;

export const claimAddress = (tree: string, key: string): string => `/claim?${new URLSearchParams({ tree, key })}`;

export const rememberClaim = (tree: string, key: string, { id }: Owner): string[] =>
  cookies(`${tree}.${key}.${id}`, SECONDS);

export const forgetClaim = (): string[] => cookies("", 0);

/** Where the claim of an account goes on that waits in this browser. */
export function pendingClaim(cookie: string | null, owner: Owner | null): string | null {
  const [, tree, key, id] = COOKIE.exec(cookie ?? "") ?? [];
  return tree && key && id === owner?.id ? claimAddress(tree, key) : null;
}

const cookies = (value: string, seconds: number) => pageCookies("/confirm-email", "claim", value, seconds);
