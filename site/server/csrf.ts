import { isPublic, pathOf } from "../../shared/http/request.ts";
import { isFromOwnOrigin } from "../../shared/http/same-origin.ts";
import { siteUrl } from "../addresses.ts";
import { splitLanguage } from "../i18n/prefix.ts";

/**
 * CSRF protection: whether a request may change anything. It must come from a page of this site, by `Sec-Fetch-Site` or
 * `Origin`. Programs send neither. `/v1` is open to every website and uses no cookies.
 */
export function isFromOwnPages(request: Request): boolean {
  const isOwn = (origin: string) => {
    const own = new URL(siteUrl());
    return origin === own.origin || isAtHost(origin, request.headers.get("host"), own.protocol === "https:");
  };
  return isFromOwnOrigin(request, isOwn) || isPublic(request) || isUnsubscription(request);
}

/** Sent by mail programs, of any origin. It uses no cookie, and its token can only switch mails off. */
const isUnsubscription = (request: Request) => splitLanguage(pathOf(request)).address === "/unsubscribe";

/**
 * Whether a page's origin is the requested host, even if that is not the public one. A site on https never trusts a
 * page on http, which an attacker on the network can forge.
 */
function isAtHost(origin: string, host: string | null, isSecure: boolean): boolean {
  const page = URL.parse(origin);
  const schemes = isSecure ? ["https:"] : ["https:", "http:"];
  return page !== null && page.host === host && schemes.includes(page.protocol);
}
