const NOT_FOREIGN = new Set(["same-origin", "none"]);

/**
 * Whether a request that changes something comes from a page of one's own, or from no page at all. The browser's `Sec-Fetch-Site` decides
 * where it is sent, since no page can write it: with referrers switched off, a form of one's own has `Origin: null`. An origin
 * with a name must be one's own besides, and a bare `null` is refused. Programs send neither.
 */
export function isFromOwnOrigin(headers: Headers, isOwn: (origin: string) => boolean): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && !NOT_FOREIGN.has(site)) return false;
  const origin = headers.get("origin");
  return origin === "null" ? site !== null : origin === null || isOwn(origin);
}
