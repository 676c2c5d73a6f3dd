const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a method only reads (RFC 9110, section 9.2.1). */
export const isSafe = ({ method }: { method: string }): boolean => SAFE.has(method);

const NOT_FOREIGN = new Set(["same-origin", "none"]);

/**
 * Whether a request only reads, or comes from one of our own pages, or from no page at all. The browser's
 * `Sec-Fetch-Site` decides if it is present, since no page can forge it: with referrers disabled, our own form has
 * `Origin: null`. A named origin must be our own as well. `Origin: null` without `Sec-Fetch-Site` is refused. Programs
 * send neither header.
 */
export function isFromOwnOrigin(request: Request, isOwn: (origin: string) => boolean): boolean {
  const { headers } = request;
  if (isSafe(request)) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null && !NOT_FOREIGN.has(site)) return false;
  const origin = headers.get("origin");
  return origin === "null" ? site !== null : origin === null || isOwn(origin);
}

/** Returns the origin of an http or https URL; null if it is none, or has more, such as a path or a password. */
export function readOrigin(text: string): string | null {
  const url = /\s/.test(text) ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.href === `${url.origin}/` ? url.origin : null;
}
