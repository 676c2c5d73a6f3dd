import { isPublic } from "../../shared/http/path-of.ts";
import { isFromOwnOrigin } from "../../shared/http/same-origin.ts";
import { siteUrl } from "../addresses.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change anything: it must come from a page of this site, as the browser says in `Sec-Fetch-Site`
 * or `Origin`. Programs send neither. `/v1` is open to every website and needs no cookie.
 */
export function isFromOwnPages(request: Request): boolean {
  if (SAFE.has(request.method) || isPublic(request)) return true;
  const { headers } = request;
  const own = new URL(siteUrl());
  const isOwn = (origin: string) =>
    origin === own.origin || isAtHost(origin, headers.get("host"), own.protocol === "https:");
  return isFromOwnOrigin(headers, isOwn);
}

/**
 * Whether a page is at the host that was asked, also where that is not the public address. Of a site on https no page on http is:
 * whoever is on the way between can write one.
 */
function isAtHost(origin: string, host: string | null, isSecure: boolean): boolean {
  const page = URL.parse(origin);
  const schemes = isSecure ? ["https:"] : ["https:", "http:"];
  return page !== null && page.host === host && schemes.includes(page.protocol);
}
