import type { IncomingMessage } from "node:http";
import { siteUrl } from "../addresses.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change anything: it must come from a page of this site, as the browser says in `Origin`
 * and `Sec-Fetch-Site`. Programs send neither. `/v1` is open to every website and needs no cookie.
 */
export function isFromOwnPages({ method, url, headers }: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  if (SAFE.has(method ?? "GET") || /^\/v1(\/|\?|$)/.test(url ?? "")) return true;
  const site = headers["sec-fetch-site"];
  if (headers.origin === undefined) return site === undefined || site === "same-origin" || site === "none";
  return headers.origin === new URL(siteUrl()).origin || hostOf(headers.origin) === headers.host;
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
