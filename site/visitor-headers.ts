/** On whose behalf the API is called: address, `X-Forwarded-For`, session cookie and user agent. */
export type Visitor = {
  address: string | undefined;
  forwardedFor: string | null;
  cookie: string | null;
  userAgent?: string | null;
};

/**
 * Headers that tell the API whose request this is: the visitor's socket address, and the key that authenticates the
 * site. Set on every request, so that a visitor's own headers of these names never get through.
 */
export function visitorHeaders(address: string | undefined): Record<string, string> {
  return { "x-visitor-address": address ?? "", "x-internal-key": process.env.INTERNAL_KEY ?? "" };
}
