import { siteUrl } from "../addresses.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { withLanguage } from "../i18n/prefix.ts";

// Whoever signs up to claim a tree confirms their address first, by a link in a mail that knows nothing of the tree. A cookie
// leads them back: only the page that confirms gets it.

const PATHS = [null, ...LANGUAGES].map((language) => withLanguage(language, "/confirm-email"));
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

function cookies(value: string, seconds: number): string[] {
  const secure = siteUrl().startsWith("https:") ? "; Secure" : "";
  return PATHS.map((path) => `claim=${value}; Path=${path}; Max-Age=${seconds}; SameSite=Lax; HttpOnly${secure}`);
}
