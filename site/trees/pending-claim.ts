import type { Owner } from "#contract/owners";
import { pageCookies } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";

// Whoever signs up to claim a tree confirms their address first, by a link in a mail that knows nothing of the tree. A cookie
// leads them back: only the page that confirms gets it, and leads nobody else who uses the same browser.

const COOKIE = /(?:^|; )claim=([0-9A-Za-z]{8})\.([\w-]{43})\.([\w-]{36})(?:;|$)/;
const SECONDS = 24 * 60 * 60;

export const claimAddress = (tree: string, key: string): string => `/claim?${new URLSearchParams({ tree, key })}`;

export const rememberClaim = (tree: string, key: string, { id }: Owner): string[] =>
  cookies(`${tree}.${key}.${id}`, SECONDS);

export const forgetClaim = (): string[] => cookies("", 0);

/** Where the claim of the signed-in account goes on, if one of its own waits in this browser. */
export async function pendingClaim(cookie: string | null, api: Pick<ApiClient, "session">): Promise<string | null> {
  const [, tree, key, id] = COOKIE.exec(cookie ?? "") ?? [];
  if (!tree || !key) return null;
  const session = await api.session();
  return session.ok && session.data.owner?.id === id ? claimAddress(tree, key) : null;
}

const cookies = (value: string, seconds: number) => pageCookies("/confirm-email", "claim", value, seconds);
