import { isPublic } from "../../requests/path-of.ts";
import { siteUrl } from "../addresses.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change anything: it must come from a page of this site, as the browser says in `Origin`
 * and `Sec-Fetch-Site`. Programs send neither. `/v1` is open to every website and needs no cookie.
 */
export function isFromOwnPages(request: Request): boolean {
  if (SAFE.has(request.method) || isPublic(request)) return true;
  const { headers } = request;
  const [origin, site] = [headers.get("origin"), headers.get("sec-fetch-site")];
  if (origin === null) return site === null || site === "same-origin" || site === "none";
  return origin === new URL(siteUrl()).origin || hostOf(origin) === headers.get("host");
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
