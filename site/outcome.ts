import { createHash } from "node:crypto";
import { hostCookie } from "../shared/http/cookies.ts";
import { siteUrl } from "./addresses.ts";
import { splitLanguage } from "./i18n/prefix.ts";
import { hasOutcome } from "./routes.ts";

// What a form did is said on the page that its answer leads to, and that page's address names it. Anybody can write such
// an address, and it may stop being true: so a cookie says in which browser it happened, and the page that says it deletes
// the cookie, unless it checks that it is still so.

/** Long enough to come back to the page from another app: phones load it again then. */
const SECONDS = 60 * 60;

const outcome = () => hostCookie(siteUrl(), "tree.outcome");

/** Deletes the cookie. */
export const toldCookie = () => outcome().header("", 0);

/** Returns the cookie for the address that a form leads to. What an earlier form did is over, whatever this one says. */
export function outcomeCookie(location: string): string {
  const own = ownAddress(location);
  return saysOutcome(own) ? outcome().header(hashOf(own), SECONDS) : toldCookie();
}

/** Whether what an address says happened just now in the browser with these cookies. */
export function isOutcome(address: string, cookie: string | null): boolean {
  const own = ownAddress(address);
  return saysOutcome(own) && outcome().valueIn(cookie) === hashOf(own);
}

function saysOutcome(own: string): boolean {
  const { pathname, search } = new URL(own, "http://ours");
  return hasOutcome(pathname, search);
}

const ownAddress = (address: string) => splitLanguage(address.split("#")[0] ?? "").address;
const hashOf = (own: string) => createHash("sha256").update(own).digest("base64url").slice(0, 22);
