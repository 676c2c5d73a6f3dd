import { createHash } from "node:crypto";
import { siteUrl } from "./addresses.ts";
import { splitLanguage } from "./i18n/prefix.ts";
import { hasOutcome } from "./routes.ts";

// What a form did is said on the page that its answer leads to, and that page's address names it. Anybody can write such
// an address, so a cookie says in which browser it happened.

/** Long enough to come back to the page from another app: phones load it again then. */
const SECONDS = 60 * 60;

const isSecure = () => siteUrl().startsWith("https:");
const cookieName = () => (isSecure() ? "__Host-tree.outcome" : "tree.outcome");

/** Returns the cookie for the address that a form leads to; none if the address says nothing of it. */
export function outcomeCookie(location: string): string[] {
  const own = ownAddress(location);
  const { pathname, search } = new URL(own, "http://ours");
  if (!hasOutcome(pathname, search)) return [];
  const flags = `Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;
  return [`${cookieName()}=${hashOf(own)}; ${flags}`];
}

/** Whether what an address says happened in the browser with these cookies. */
export function isOutcome(address: string, cookie: string | null): boolean {
  const pairs = cookie?.split("; ") ?? [];
  return pairs.includes(`${cookieName()}=${hashOf(ownAddress(address))}`);
}

const ownAddress = (address: string) => splitLanguage(address.split("#")[0] ?? "").address;
const hashOf = (own: string) => createHash("sha256").update(own).digest("base64url").slice(0, 22);
